// The fields of the JSON document as Markdown, and as a JSON Schema for whoever checks documents by machine.
import { z } from 'zod'
import { document, parts } from './json-schema.js'

/** A table for each kind of object. */
export const jsonFields = (): string =>
  Object.entries(parts)
    .flatMap(([name, schema]) => [
      `### ${name}`,
      '',
      '| field | type | what it is |',
      '|---|---|---|',
      ...Object.entries(schema.shape).map(([field, value]) => rowOf(field, value as z.ZodType)),
      '',
    ])
    .join('\n')
    .trimEnd()

const rowOf = (field: string, schema: z.ZodType): string => {
  const says = descriptionOf(schema) ?? ''
  return `| \`${field}\` | ${typeOf(schema)} | ${says} |`.replaceAll('  ', ' ')
}

/** Of the field, or of what it holds. */
const descriptionOf = (schema: z.ZodType): string | undefined =>
  schema.description ?? (isWrapper(schema) ? descriptionOf(schema.unwrap() as z.ZodType) : undefined)

type Wrapper = z.ZodOptional | z.ZodExactOptional | z.ZodNullable

const isWrapper = (schema: z.ZodType): schema is Wrapper =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional || schema instanceof z.ZodNullable

const NAMES = new Map<unknown, string>(Object.entries(parts).map(([name, { shape }]) => [Object.keys(shape).join(), name]))

const typeOf = (schema: z.ZodType): string => {
  if (schema instanceof z.ZodNullable) return `${typeOf(schema.unwrap() as z.ZodType)} or null`
  if (isWrapper(schema)) return `${typeOf(schema.unwrap() as z.ZodType)}, may be absent`
  if (schema instanceof z.ZodArray) return `list of ${typeOf(schema.element as z.ZodType)}`
  if (schema instanceof z.ZodTuple) return `[${schema.def.items.map((item) => typeOf(item as z.ZodType)).join(', ')}]`
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => typeOf(option as z.ZodType)).join(' or ')
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => `\`${option}\``).join(', ')
  if (schema instanceof z.ZodLiteral) return [...schema.values].map((value) => `\`${value}\``).join(', ')
  if (schema instanceof z.ZodRecord) return `${typeOf(schema.valueType as z.ZodType)} by name`
  if (schema instanceof z.ZodObject) return objectType(schema)
  if (schema instanceof z.ZodNumber) return schema.isInt ? 'whole number' : 'number'
  return schema instanceof z.ZodUnknown ? 'any' : schema.type
}

/** By name and link where it has a table of its own, else field by field. */
const objectType = (schema: z.ZodObject): string => {
  const name = NAMES.get(Object.keys(schema.shape).join())
  if (name !== undefined) return `[${name}](#${name})`
  if ('hold' in schema.shape) return '[hold](#hold)'
  return `{ ${Object.keys(schema.shape).join(', ')} }`
}

/** Draft 2020-12. Fields that it does not know are allowed, as later documents have more of them. */
export const jsonSchema = (): unknown => {
  const names = z.registry<{ id: string }>()
  for (const [name, schema] of Object.entries(parts)) names.add(schema as z.ZodType, { id: name })
  return z.toJSONSchema(document, {
    metadata: names,
    override: ({ jsonSchema }) => {
      delete jsonSchema.additionalProperties
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
}
