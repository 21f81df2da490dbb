import { expect, test } from 'bun:test';
import { BUILT_IN_MODEL } from '../../src/core/built-in-model.ts';
import { PUBLISHED } from '../../src/core/catalogue.ts';
import { roleIn } from '../../src/features/site/models.ts';
import { modelRoles } from './texts/model-roles.ts';

test('what we say of a model is in Czech as on the pages of the settings area', () => {
  const ours = [
    ...Object.values(PUBLISHED).flatMap(({ models }) => models.map(({ role }) => role)),
    BUILT_IN_MODEL.note,
  ];
  const onPages = new Map(
    Object.entries(modelRoles.en).map(([name, text]) => [text, modelRoles.cs[name as keyof typeof modelRoles.cs]]),
  );

  for (const role of ours) expect(roleIn('cs', role)).toBe(onPages.get(role)!);
  expect(roleIn('cs', 'Anything else')).toBe('Anything else');
});
