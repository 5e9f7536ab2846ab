// Text is counted and cut in code points.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePointCount, compareCodeUnits, cutToCodePoints } from '../../shared/text';

test('[L5] lengths are code points, also of emoji and lone surrogates', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '😀', '\ud83d', '\ude00', 'é') }), fc.nat(20), (text, max) => {
      const points = [...text];
      expect(codePointCount(text)).toBe(points.length);
      expect(Math.min(codePointCount(text, max), max)).toBe(Math.min(points.length, max));
      expect(cutToCodePoints(text, max)).toBe(points.slice(0, max).join(''));
    }),
  );
});

test('[L5] a cut never goes through a character', () => {
  expect(cutToCodePoints('😀'.repeat(100), 99)).toBe('😀'.repeat(99));
  expect(cutToCodePoints('a😀', 1)).toBe('a');
});

test('[O1] comparing is by code units, the same in every locale', () => {
  expect(['ä', 'z', 'Z', 'a', '😀', '\uffff'].sort(compareCodeUnits)).toEqual(['Z', 'a', 'z', 'ä', '😀', '\uffff']);
  expect(compareCodeUnits('a', 'a')).toBe(0);
});
