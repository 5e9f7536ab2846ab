/** Chromium: found, installed where that is possible, and started with a profile that VS Code's webviews work in. */
import { accessSync, constants, existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { installByApt } from './apt';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Where Chromium is: `TACKBOARD_CHROMIUM`, else what is on the PATH.
 * @returns an absolute path, or undefined
 */
function findChromium(): string | undefined {
  const named = process.env.TACKBOARD_CHROMIUM;
  if (named) return named;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(executable);
}

/** Installs Debian's Chromium if there is none; returns where it is (`installByApt`). */
export function installChromium(): Promise<string> {
  return installByApt({
    name: 'Chromium',
    package: 'chromium',
    instead: 'one in TACKBOARD_CHROMIUM',
    find: findChromium,
  });
}

/**
 * Starts Chromium on a profile: what pages store there survives the browser.
 * @param profile a folder, made if absent
 * @param deviceScaleFactor how many of a screen's pixels a CSS pixel has each way
 * @throws if there is no Chromium
 */
export async function openBrowser(profile: string, deviceScaleFactor = 1): Promise<BrowserContext> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium; `npm test` installs it.');
  // Webviews live on another origin than the workbench, and need storage there for their service worker.
  const preferences = join(profile, 'Default', 'Preferences');
  if (!existsSync(preferences)) {
    await mkdir(join(profile, 'Default'), { recursive: true });
    await writeFile(
      preferences,
      JSON.stringify({ profile: { cookie_controls_mode: 0, block_third_party_cookies: false } }),
    );
  }
  return chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: { width: 1280, height: 1200 },
    deviceScaleFactor,
    args: [
      // Root in a container has no sandbox to use.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...(deviceScaleFactor > 1 ? ['--disable-font-subpixel-positioning'] : []),
      ...['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
    ],
  });
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
