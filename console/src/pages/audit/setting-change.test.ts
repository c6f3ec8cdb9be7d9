import { expect, test } from 'bun:test'
import type { AuditLine } from '@sluice/contract/audit'
import { buildUndo, undoOf } from './build-undo.ts'
import { settingChangeOf } from './setting-change.ts'

const lineOf = (key: string, before: unknown, after: unknown, more: Partial<AuditLine> = {}): AuditLine => ({
  id: 1,
  created_at: 1_700_000_000,
  actor_id: 1,
  actor_name: 'ada',
  action: 'option.set',
  object_type: 'option',
  object_id: key,
  before: before === undefined ? null : JSON.stringify(before),
  after: after === undefined ? null : JSON.stringify(after),
  ip: '192.0.2.1',
  request_id: 'r1',
  ...more,
})

test('a line tells switches, values, entries, secrets and long values apart', () => {
  expect(settingChangeOf(lineOf('RetryTimes', '1', '2'))).toMatchObject({ kind: 'value', before: '1', after: '2' })
  expect(settingChangeOf(lineOf('RegisterEnabled', 'true', 'false'))).toMatchObject({ kind: 'switch', isOn: false })
  expect(settingChangeOf(lineOf('GroupRatio', { a: 1 }, { b: 2 }))).toMatchObject({
    kind: 'entries',
    names: ['a', 'b'],
  })
  expect(settingChangeOf(lineOf('SMTPToken', undefined, undefined))).toMatchObject({ kind: 'secret' })
  expect(settingChangeOf(lineOf('Notice', '', 'x\ny'))).toMatchObject({ kind: 'other' })
  expect(settingChangeOf(lineOf('AutoGroups', '["a"]', '["b"]'))).toMatchObject({ kind: 'other' })
  expect(settingChangeOf(lineOf('GroupRatio', { cut: '{' }, { a: 1 }))).toMatchObject({ kind: 'other' })
  expect(settingChangeOf(lineOf('of_another_version', '1', '2'))).toBeNull()
  expect(settingChangeOf(lineOf('RetryTimes', '1', '2', { object_type: 'user' }))).toBeNull()
})

const undoWith = (line: AuditLine, current: string) => {
  const undo = undoOf(line)
  if (undo === null) throw new Error('the line cannot be undone')
  return buildUndo(undo, current)
}

test('an undo restores a value only while it is the one of the line', () => {
  const line = lineOf('RetryTimes', '1', '2')
  expect(undoWith(line, '2')).toEqual({ key: 'RetryTimes', value: '1', was: '2' })
  expect(undoWith(line, '3')).toBeNull()
})

test('an undo restores the entries of its line, and keeps what others changed', () => {
  const line = lineOf('GroupRatio', { old: 1, both: 1 }, { both: 2, new: 3 })
  const current = '{"default":5,"both":2,"new":3}'
  expect(undoWith(line, current)).toEqual({
    key: 'GroupRatio',
    value: '{"default":5,"both":1,"old":1}',
    was: current,
  })
  for (const changed of ['{"both":4,"new":3}', '{"both":2}', '{"both":2,"new":3,"old":7}', ''])
    expect(undoWith(line, changed)).toBeNull()
})

test('secrets, redacted and shortened values, tested switches and other actions cannot be undone', () => {
  for (const line of [
    lineOf('SMTPToken', undefined, undefined),
    lineOf('Notice', 'call with sk-***', 'x'),
    lineOf('GroupRatio', { cut: '{' }, { a: 1 }),
    lineOf('TurnstileCheckEnabled', 'true', 'false'),
    lineOf('ModelRatio', { a: 1 }, { a: 2 }, { action: 'option.reset' }),
    lineOf('7', '1', '2', { object_type: 'user' }),
  ])
    expect(undoOf(line)).toBeNull()
  expect(undoOf(lineOf('TurnstileCheckEnabled', 'false', 'true'))).not.toBeNull()
})
