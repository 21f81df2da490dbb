import { expect, test } from 'bun:test';
import { BUILT_IN_MODEL } from '../../src/core/built-in-model.ts';
import { PUBLISHED } from '../../src/core/catalogue.ts';
import { roleIn } from './model-role.ts';
import { modelRoles } from './texts/model-roles.ts';

const roles = Object.values(PUBLISHED).flatMap(({ models }) => models.map(({ role }) => role));
/** Said of a model of which an operator has said nothing. */
const UNSAID = 'Model of the operator';
const published = [...roles, BUILT_IN_MODEL.note, UNSAID];

test('every published model and the built-in one are described in Czech, and nothing else is', () => {
  expect(Object.values(modelRoles.en).toSorted()).toEqual(published.toSorted());
  expect(published.filter((role) => roleIn('cs', role) === role)).toEqual([]);
  expect(published.map((role) => roleIn('en', role))).toEqual(published);
});

test('what an operator says about a model stays as it is', () => {
  expect(roleIn('cs', 'Our own model, for lawyers')).toBe('Our own model, for lawyers');
});
