// Which seeds are run: some in every run of the tests, as many as one likes with `npm run fuzz`.
const count = Number(process.env.TACKBOARD_FUZZ_SEEDS ?? 200);
const from = Number(process.env.TACKBOARD_FUZZ_FROM ?? 1);
/** Seeds are run in blocks, so that a long run says how far it is. */
const BLOCK = 50;

/** The seeds that are to be run, block by block. */
export function blocks(): readonly { readonly first: number; readonly past: number }[] {
  return Array.from({ length: Math.ceil(count / BLOCK) }, (_, at) => {
    const first = from + at * BLOCK;
    return { first, past: Math.min(first + BLOCK, from + count) };
  });
}
