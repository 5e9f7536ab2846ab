/** An object with some methods of a test's own. */

/** @returns `of`, but for the members in `own`; methods of both are called on `of` */
export function overridden<T extends object>(of: T, own: Partial<T>): T {
  return new Proxy(of, {
    get: (target, key) => {
      const value = Reflect.get(key in own ? own : target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
