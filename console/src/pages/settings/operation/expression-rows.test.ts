import { expect, test } from 'bun:test'
import { parseExpressionRows, withExpression } from './expression-rows.ts'

const texts = {
  modes: '{"b": "tiered_expr", "a": "tiered_expr", "off": "ratio"}',
  expressions: '{"b": "p * 2", "off": "p"}',
}

test('models in expression mode are rows, also without an expression', () => {
  expect(parseExpressionRows(texts)).toEqual([
    { model: 'a', expression: '' },
    { model: 'b', expression: 'p * 2' },
  ])
  expect(parseExpressionRows({ ...texts, modes: '{' })).toBeNull()
})

test('an edit changes both options and keeps the other entries', () => {
  const added = withExpression(texts, 'new', 'c')
  expect(JSON.parse(added.modes)).toEqual({ b: 'tiered_expr', a: 'tiered_expr', off: 'ratio', new: 'tiered_expr' })
  expect(JSON.parse(added.expressions)).toEqual({ b: 'p * 2', off: 'p', new: 'c' })
  const removed = withExpression(added, 'b', null)
  expect(parseExpressionRows(removed)?.map(({ model }) => model)).toEqual(['a', 'new'])
  expect(JSON.parse(removed.expressions)).toEqual({ off: 'p', new: 'c' })
})
