import { expect, test } from 'bun:test'
import { OpenAPIHono } from '@hono/zod-openapi'
import { languages, type TextLanguage } from '@sluice/contract/messages/languages'
import { readerOf } from '@sluice/contract/messages/render'
import type { Reader } from '@sluice/contract/messages/write-message'
import { uncodedIssues } from '@sluice/contract/test-reasons'
import { mapKeys } from '@sluice/contract/typed-keys'
import { z } from 'zod'
import { localiseMessage, type Refusal } from '../../../console/src/lib/error-message.ts'
import { GatewayError } from '../core/errors.ts'
import { type AdminRouter, createAdminApi } from './admin-api.ts'
import type { AdminDependencies } from './dependencies.ts'
import { buildErrorAnswer } from './error-answer.ts'
import { parseInput } from './read-json.ts'
import { refusedField } from './refused-field.ts'
import { adminResources } from './resources.ts'

/** Replaces every dependency: routes are only mounted, never called. */
const emptyDependency: object = new Proxy(() => emptyDependency, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 1 : emptyDependency),
})

interface Input {
  route: string
  schema: z.ZodType
}

/** The schemas of the body, query and path of every registered route. */
function readInputSchemas(): Input[] {
  const router: AdminRouter = new OpenAPIHono()
  const deps = emptyDependency as AdminDependencies
  const api = createAdminApi(deps, router)
  for (const mount of adminResources) mount(api, deps)
  api.describe()
  return router.openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== 'route') return []
    const { method, path, request } = definition.route
    const json = request?.body?.content['application/json']
    const content = json && 'schema' in json ? json.schema : undefined
    return [content, request?.query, request?.params].flatMap((schema) =>
      schema instanceof z.ZodType ? [{ route: `${method} ${path}`, schema }] : [],
    )
  })
}

const inputs = readInputSchemas()

/** The schemas inside `schema`, if it is optional or a default, pipe, transform or union. */
function unwrapSchema(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { def } = schema._zod as unknown as { def: Record<string, unknown> }
  const inner = ['innerType', 'in', 'out'].map((name) => def[name])
  return [...inner, ...(Array.isArray(def.options) ? def.options : [])].filter(
    (part): part is z.core.$ZodType => part instanceof z.core.$ZodType,
  )
}

/** The fields of the object that `schema` is or wraps. */
function fieldsOf(schema: z.core.$ZodType): [string, z.core.$ZodType][] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape)
  return unwrapSchema(schema).flatMap(fieldsOf)
}

const wrongValues = [
  null,
  true,
  -1.5,
  1e300,
  Number.NaN,
  '',
  ' ',
  'nope',
  '\u202e',
  '\0',
  'x'.repeat(2_000_000),
  '{',
  '[1]',
  '{"a":-1}',
  '{"a":{"b":"c"}}',
  '{"a":{"input":-1}}',
  [],
  [1],
  [''],
  ['x'.repeat(9_999)],
  {},
  { a: 1 },
  { '': null },
]

/** `wrong` itself, an object with `wrong` in every field, and one with `wrong` in the fields of its fields. */
function buildWrongInputs(schema: z.core.$ZodType, wrong: unknown): unknown[] {
  const fields = fieldsOf(schema)
  const flat = Object.fromEntries(fields.map(([name]) => [name, wrong]))
  const nested = Object.fromEntries(
    fields.map(([name, field]) => [name, Object.fromEntries(fieldsOf(field).map(([inner]) => [inner, wrong]))]),
  )
  return [wrong, flat, nested]
}

function parseAndCatch({ schema }: Input, value: unknown): GatewayError | null {
  try {
    parseInput(schema, value, 'invalid_parameters')
    return null
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
}

const refusals = inputs.flatMap((input) =>
  [undefined, ...wrongValues]
    .flatMap((wrong) => buildWrongInputs(input.schema, wrong))
    .map((value) => ({ route: input.route, error: parseAndCatch(input, value) })),
)

type Labels = Partial<Record<string, string>>
const labels = mapKeys(languages, (): Labels => ({}))
for (const language of languages) {
  const texts: { default: { field: Labels } } = await import(`../../../console/src/locales/${language}/errors.ts`)
  labels[language] = texts.default.field
}

const labelIn = (language: TextLanguage, name: string): string | undefined =>
  labels[language][name.replaceAll('.', '_')]

/** The reader of the console: `message-reader.ts` without i18next. */
const userOf = (language: TextLanguage): Reader => ({
  ...readerOf(language),
  labelOf: (name) => labelIn(language, name),
})

/** Words of the schema library, and regular expressions. */
const schemaWords = /expected|received|Too (?:big|small)|Invalid|Unrecognized|pattern|\/\^|[<>]=|nonoptional|NaN/

test('wrong values are sent to many fields of many routes', () => {
  expect(inputs.length).toBeGreaterThan(100)
  expect(refusals.filter(({ error }) => error !== null).length).toBeGreaterThan(1_000)
})

test('every refusal of an input has a reason code instead of a text of its own', () => {
  const uncoded = new Set<string>()
  for (const { route, schema } of inputs)
    for (const wrong of [undefined, ...wrongValues].flatMap((value) => buildWrongInputs(schema, value)))
      for (const issue of uncodedIssues(schema, wrong))
        uncoded.add(`${route} ${issue.path.join('.')}: ${issue.message}`)
  expect([...uncoded]).toEqual([])
})

/** The text that the console shows for `error` after the server has sent it. */
async function buildShownText(error: GatewayError, reader: Reader): Promise<string> {
  const log = { debug() {}, error() {} } as never
  return localiseMessage(
    (await buildErrorAnswer(error, { log, requestId: 'r', language: 'en' }).json()) as Refusal,
    reader,
  )
}

/** Names that people do not know: `quota_loaded`, `confirmPassword`, `limits.rpm`. */
const internalName = /[a-z]_[a-z]|[a-z][A-Z]|[a-z]\.[a-z]/

test.each(languages)('the console describes every refusal without internal names: %s', async (language) => {
  const unclear = new Set<string>()
  for (const { route, error } of refusals)
    for (const [field, reason] of Object.entries(error?.fields ?? {})) {
      const fieldError = refusedField(field, reason)
      // The choices of an option of a program are words of that program.
      const text = (await buildShownText(fieldError, userOf(language))).replace(/https?:\/\/\S*|: \S+@\S+/g, '')
      if (schemaWords.test(text) || internalName.test(text)) unclear.add(`${route} ${field}: ${text}`)
      if (language === 'zh' && !/\p{Script=Han}/u.test(text)) unclear.add(`${route} ${field}: ${text}`)
    }
  expect([...unclear]).toEqual([])
})

test('every field of a writing route has a label in every language', () => {
  const unnamed = new Set(
    inputs
      .filter(({ route }) => !route.startsWith('get '))
      .flatMap(({ route, schema }) => fieldsOf(schema).map(([name]) => ({ route, name })))
      .filter(({ name }) => languages.some((language) => labelIn(language, name) === undefined))
      .map(({ route, name }) => `${route} ${name}`),
  )
  expect([...unnamed]).toEqual([])
})
