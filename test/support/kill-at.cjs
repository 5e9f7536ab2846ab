// Loaded before the server (NODE_OPTIONS --require): kills it with SIGKILL at the step of compaction that TACKBOARD_TEST_KILL_AT names.
const Module = require('node:module');

const at = process.env.TACKBOARD_TEST_KILL_AT;
const die = () => {
  process.kill(process.pid, 'SIGKILL');
  // The signal is there before anything else is done.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};

/** Whether a compaction is under way: from its first statement until its transaction is over. */
let compacting = false;
const STEPS = { put: /^INSERT INTO snapshots/, trim: /^DELETE FROM log WHERE space = \? AND sequence <= \?$/ };

function watch(Database) {
  const { prepare, transaction } = Database.prototype;
  Database.prototype.prepare = function (sql) {
    const statement = prepare.call(this, sql);
    const [step] = Object.keys(STEPS).filter((name) => STEPS[name].test(sql));
    if (step === undefined) return statement;
    const { run } = statement;
    statement.run = function (...parameters) {
      compacting = true;
      if (at === `before ${step}`) die();
      const result = run.apply(this, parameters);
      if (at === `after ${step}`) die();
      return result;
    };
    return statement;
  };
  Database.prototype.transaction = function (body) {
    const { immediate, ...others } = Object.getOwnPropertyDescriptors(transaction.call(this, body));
    const run = function (...parameters) {
      const result = immediate.value.apply(this, parameters);
      if (compacting && at === 'after commit') die();
      compacting = false;
      return result;
    };
    return Object.assign(others.default.value.bind(this), { immediate: run });
  };
}

const { _load } = Module;
let watched = false;
Module._load = function (request, ...rest) {
  const loaded = _load.call(this, request, ...rest);
  if (request === 'better-sqlite3' && !watched) {
    watched = true;
    watch(loaded);
  }
  return loaded;
};
