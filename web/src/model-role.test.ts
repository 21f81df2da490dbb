import { expect, test } from 'bun:test';
import { PUBLISHED } from '../../src/domain/catalogue.ts';
import { roleIn } from './model-role.ts';
import { modelRoles } from './texts/model-roles.ts';

const published = Object.values(PUBLISHED).flatMap(({ models }) => models.map(({ role }) => role));

test('every published model is described in Czech, and nothing else is', () => {
  expect(Object.values(modelRoles.en).toSorted()).toEqual(published.toSorted());
  expect(published.filter((role) => roleIn('cs', role) === role)).toEqual([]);
  expect(published.map((role) => roleIn('en', role))).toEqual(published);
});

test('what an operator says about a model stays as it is', () => {
  expect(roleIn('cs', 'Our own model, for lawyers')).toBe('Our own model, for lawyers');
});
