/** Setup of tests of properties (fast-check): a run draws the same cases as the last one, so that a red one is about what was changed. */
import fc from 'fast-check';

// `npm run fuzz` looks elsewhere.
fc.configureGlobal({ seed: Number(process.env.TACKBOARD_PROPERTY_SEED ?? 1) });
