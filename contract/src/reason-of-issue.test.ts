import { expect, test } from 'bun:test'
import { z } from 'zod'
import { render } from './messages/render.ts'
import { because, formed, parseOptions, reasonOfIssue, refusal } from './reason-of-issue.ts'

/** The English reason for which a schema refuses a value. */
const readReason = (schema: z.ZodType, value: unknown): string | undefined => {
  const issue = schema.safeParse(value, parseOptions).error?.issues[0]
  return issue && render('en', 'reasons', reasonOfIssue(issue))
}

test.each<[string, z.ZodType, unknown]>([
  ['is required', z.string(), undefined],
  ['is required', z.enum(['a', 'b']), undefined],
  ['must be text', z.string(), 3],
  ['must be a number', z.number(), 'x'],
  ['must be a whole number', z.number().int(), 1.5],
  ['must be true or false', z.boolean(), 'x'],
  ['must be true or false', z.enum(['true', 'false']), 'x'],
  ['must be a list', z.array(z.string()), 'x'],
  ['must be an object', z.object({}), 'x'],
  ['must be one of a, b', z.enum(['a', 'b']), 'x'],
  ['must not be empty', z.string().min(1), ''],
  ['must have at least 8 characters', z.string().min(8), 'x'],
  ['must not be longer than 2 characters', z.string().max(2), 'xxx'],
  ['must not have more than 2 entries', z.array(z.number()).max(2), [1, 2, 3]],
  ['must not be less than 3', z.number().min(3), 2],
  ['must be greater than 0', z.number().positive(), 0],
  ['must not be more than 3', z.number().max(3), 4],
  ['must be less than 3', z.number().lt(3), 3],
  ['must be a multiple of 5', z.number().multipleOf(5), 3],
  ['is not an email address', z.email(), 'x'],
  ['does not have the right form', z.string().regex(/^a$/), 'x'],
  ['has unknown keys: b, c', z.strictObject({ a: z.string() }), { a: '', b: 1, c: 2 }],
])('%s', (sentence, schema, value) => {
  expect(readReason(schema, value)).toBe(sentence)
})

test('a custom check refuses with its own reason', () => {
  const least = because('notLess', { min: 7 })
  expect(
    readReason(
      z.number().refine(() => false, least),
      3,
    ),
  ).toBe('must not be less than 7')
  const refused = z.object({}).superRefine((_, context) => {
    context.addIssue({ ...refusal('required'), path: ['a'] })
  })
  expect(readReason(refused, {})).toBe('is required')
})

test('a text that does not match a pattern is refused with the given reason, and the schema contains the pattern', () => {
  const time = formed(z.string(), /^\d\d:\d\d$/, 'mustBeTime')
  expect(readReason(time, 'x')).toBe('must be a time such as 08:30')
  expect(z.toJSONSchema(time)).toMatchObject({ pattern: '^\\d\\d:\\d\\d$' })
})
