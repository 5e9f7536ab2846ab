/** Signs of life: each window touches a file of its own, and tells by those of the others which of them still write. */
import { join } from 'node:path';
import { type Disk, isDiskError } from './disk';
import { BEAT_EVERY, GONE_AFTER, type ReplicaTime, SILENT_AFTER } from './replica-time';

/** What is known of another window: it `lives`, it has been `silent` for a while, or it is long `gone`. */
export type LifeSign = 'lives' | 'silent' | 'gone';

export class Heartbeat {
  private lastBeat: number | undefined;
  private awakeSince = Number.NEGATIVE_INFINITY;

  /** @param folder where all windows have their files @param window this window's id */
  constructor(
    private readonly disk: Disk,
    private readonly time: ReplicaTime,
    private readonly folder: string,
    private readonly window: string,
  ) {}

  /** Gives a sign of life, if the last one is old enough. It is a help only: where it cannot be written, the logs' own times do. */
  async beat(): Promise<void> {
    const now = this.time.now();
    if (this.lastBeat !== undefined && now - this.lastBeat < BEAT_EVERY) return;
    if (this.hasSlept(now)) this.awakeSince = now;
    this.lastBeat = now;
    await ignoringDisk(async () => {
      await this.disk.makeFolder(this.folder);
      await this.disk.touch(join(this.folder, this.window), now);
    });
  }

  /**
   * What is known of the window that wrote a file.
   * @param written when the file itself was last written, in milliseconds since 1970
   */
  async of(window: string, written: number): Promise<LifeSign> {
    const now = this.time.now();
    const quiet = now - written;
    if (quiet < SILENT_AFTER) return 'lives';
    const beat = (await this.disk.status(join(this.folder, window)))?.modified ?? Number.NEGATIVE_INFINITY;
    const silent = Math.min(quiet, now - beat);
    if (silent < SILENT_AFTER) return 'lives';
    // After the machine slept, all windows look gone to the one that wakes first: they get time to give a sign.
    const justWoke = this.hasSlept(now) || now - this.awakeSince < SILENT_AFTER;
    return silent < GONE_AFTER || justWoke ? 'silent' : 'gone';
  }

  /** Takes this window's file away, and those that windows left behind which were killed long ago. */
  async stop(): Promise<void> {
    await ignoringDisk(async () => {
      await this.disk.remove(join(this.folder, this.window));
      for (const window of await this.disk.list(this.folder)) {
        if ((await this.of(window, Number.NEGATIVE_INFINITY)) === 'gone')
          await this.disk.remove(join(this.folder, window));
      }
    });
  }

  private hasSlept(now: number): boolean {
    return this.lastBeat !== undefined && now - this.lastBeat > SILENT_AFTER;
  }
}

async function ignoringDisk(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!isDiskError(error)) throw error;
  }
}
