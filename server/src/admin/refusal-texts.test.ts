import { expect, test } from 'bun:test'
import { OpenAPIHono } from '@hono/zod-openapi'
import { isReasonCode } from '@sluice/contract/error-reasons'
import en from '@sluice/contract/error-texts/en'
import zh from '@sluice/contract/error-texts/zh'
import { fillText } from '@sluice/contract/fill-text'
import { uncodedIssues } from '@sluice/contract/test-reasons'
import { z } from 'zod'
import { type ErrorTexts, localiseMessage, type Refusal } from '../../../console/src/lib/error-message.ts'
import { GatewayError } from '../core/errors.ts'
import { type AdminRouter, createAdminApi } from './admin-api.ts'
import type { AdminDependencies } from './dependencies.ts'
import { buildErrorAnswer } from './error-answer.ts'
import { parseInput } from './read-json.ts'
import { refusedField } from './refused-field.ts'
import { adminResources } from './resources.ts'

/** Replaces every dependency: routes are mounted, and none is called. */
const nothing: object = new Proxy(() => nothing, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 1 : nothing),
})

interface Input {
  route: string
  schema: z.ZodType
}

/** What every route reads, as it is registered. */
function registeredInputs(): Input[] {
  const router: AdminRouter = new OpenAPIHono()
  const deps = nothing as AdminDependencies
  const api = createAdminApi(deps, router)
  for (const mount of adminResources) mount(api, deps)
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

const inputs = registeredInputs()

/** The schemas inside the wrappings of `schema`: optional, default, pipe, transform, union. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { def } = schema._zod as unknown as { def: Record<string, unknown> }
  const inner = ['innerType', 'in', 'out'].map((name) => def[name])
  return [...inner, ...(Array.isArray(def.options) ? def.options : [])].filter(
    (one): one is z.core.$ZodType => one instanceof z.core.$ZodType,
  )
}

/** The fields of an object, however it is wrapped. */
function fieldsOf(schema: z.core.$ZodType): [string, z.core.$ZodType][] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape)
  return innerOf(schema).flatMap(fieldsOf)
}

const wrongValues = [
  ...[null, true, -1.5, 1e300, Number.NaN, '', ' ', 'nope', '\u202e', '\0', 'x'.repeat(2_000_000)],
  ...['{', '[1]', '{"a":-1}', '{"a":{"b":"c"}}', '{"a":{"input":-1}}'],
  ...[[], [1], [''], ['x'.repeat(9_999)], {}, { a: 1 }, { '': null }],
]

/** `input` with every field, and each field of an object in it, as `wrong`. */
function wrongInputs(schema: z.core.$ZodType, wrong: unknown): unknown[] {
  const fields = fieldsOf(schema)
  const flat = Object.fromEntries(fields.map(([name]) => [name, wrong]))
  const nested = Object.fromEntries(
    fields.map(([name, field]) => [name, Object.fromEntries(fieldsOf(field).map(([inner]) => [inner, wrong]))]),
  )
  return [wrong, flat, nested]
}

function refusalOf({ schema }: Input, value: unknown): GatewayError | null {
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
    .flatMap((wrong) => wrongInputs(input.schema, wrong))
    .map((value) => ({ route: input.route, error: refusalOf(input, value) })),
)

/** The texts as the console has them: `error-texts.ts` without i18next. */
const textsOf = (language: typeof en | typeof zh): ErrorTexts => ({
  sentence: (code, values) => {
    const text = (language.code as Partial<Record<string, string>>)[code]
    return text === undefined ? undefined : fillText(text, values)
  },
  knows: isReasonCode,
  reason: (code, values) => fillText(language.reason[code], values),
  at: (entry, reason) => fillText(language.reasonAt, { entry, reason }),
  unnamed: (reason) => fillText(language.reasonUnnamed, { reason }),
  list: (labels) => labels.join(language === zh ? '、' : ', '),
  label: (name) => (language.field as Partial<Record<string, string>>)[name.replaceAll('.', '_')],
})

/** Words of the schema library, and patterns. */
const schemaWords = /expected|received|Too (?:big|small)|Invalid|Unrecognized|pattern|\/\^|[<>]=|nonoptional|NaN/

test('wrong values are sent to many fields of many routes', () => {
  expect(inputs.length).toBeGreaterThan(100)
  expect(refusals.filter(({ error }) => error !== null).length).toBeGreaterThan(1_000)
})

test('an input is refused with a reason of the catalogue, and has no text of its own', () => {
  const uncoded = new Set<string>()
  for (const { route, schema } of inputs)
    for (const wrong of [undefined, ...wrongValues].flatMap((value) => wrongInputs(schema, value)))
      for (const issue of uncodedIssues(schema, wrong))
        uncoded.add(`${route} ${issue.path.join('.')}: ${issue.message}`)
  expect([...uncoded]).toEqual([])
})

/** What the console shows of `error`, sent as the server sends it. */
async function shown(error: GatewayError, texts: ErrorTexts): Promise<string> {
  const log = { debug() {}, error() {} } as never
  return localiseMessage(
    (await buildErrorAnswer(error, { log, requestId: 'r', language: 'en' }).json()) as Refusal,
    texts,
  )
}

/** What a person does not know: `quota_loaded`, `confirmPassword`, `limits.rpm`. */
const internalName = /[a-z]_[a-z]|[a-z][A-Z]|[a-z]\.[a-z]/

test.each([
  ['en', en],
  ['zh', zh],
] as const)('the console says what is wrong without internal names: %s', async (language, texts) => {
  const odd = new Set<string>()
  for (const { route, error } of refusals)
    for (const [field, reason] of Object.entries(error?.fields ?? {})) {
      const one = refusedField(field, reason)
      // The choices of an option of a program are words of that program.
      const text = (await shown(one, textsOf(texts))).replace(/https?:\/\/\S*|: \S+@\S+/g, '')
      if (schemaWords.test(text) || internalName.test(text)) odd.add(`${route} ${field}: ${text}`)
      if (language === 'zh' && !/\p{Script=Han}/u.test(text)) odd.add(`${route} ${field}: ${text}`)
    }
  expect([...odd]).toEqual([])
})

test('every field of a body that is written has a word in both languages', () => {
  const unnamed = new Set(
    inputs
      .filter(({ route }) => !route.startsWith('get '))
      .flatMap(({ route, schema }) => fieldsOf(schema).map(([name]) => ({ route, name })))
      .filter(({ name }) => textsOf(zh).label(name) === undefined || textsOf(en).label(name) === undefined)
      .map(({ route, name }) => `${route} ${name}`),
  )
  expect([...unnamed]).toEqual([])
})
