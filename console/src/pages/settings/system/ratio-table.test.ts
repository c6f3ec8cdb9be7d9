import { expect, test } from 'bun:test'
import { ratioTableProblem } from './ratio-table.ts'

test('groups have ratios from 0; the first wrong one is named', () => {
  expect(ratioTableProblem('{"default":1,"vip":0,"svip":0.5}')).toBeNull()
  for (const text of ['{', '[]', '1', ''])
    expect(ratioTableProblem(text)?.text).toBe('problem.topupRatioJson')
  for (const text of ['{"vip":-1}', '{"vip":"1"}', '{"vip":null}'])
    expect(ratioTableProblem(text)).toEqual({ text: 'problem.topupRatioValue', values: { name: 'vip' } })
})
