/** The words in which the OpenAPI document describes what goes over the wire. */
export const TEXT = { type: 'string' };
export const COUNT = { type: 'integer', minimum: 0 };

/** A description that has a name in the document. */
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const maybe = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
export const noted = (description: string, schema: object) => ({ description, ...schema });

/** An object whose fields are all there, but for the optional ones. */
export const object = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});
