import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { pythonLiteral, scriptLiteral } from './literals.ts'

test('a short value stands on one line, a long one over several', () => {
  const messages = [{ role: 'user', content: 'Hello' }]
  expect(pythonLiteral(messages, 1)).toBe('[{"role": "user", "content": "Hello"}]')
  expect(scriptLiteral(messages, 1)).toBe("[{ role: 'user', content: 'Hello' }]")
  const long = [{ role: 'user', content: 'x'.repeat(80) }]
  expect(scriptLiteral(long, 1)).toBe(`[
    {
      role: 'user',
      content: '${'x'.repeat(80)}',
    },
  ]`)
})

test('JavaScript reads back what was written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(new Function(`return ${scriptLiteral(value, 0)}`)()).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('Python reads back what was written', async () => {
  if (Bun.which('python3') === null) return
  const values = [[true, false, null, 1.5], { "it's": 'a "text"\n\\ 文字 \u2028' }, {}, [], 'x'.repeat(100)]
  const program = `import json\nprint(json.dumps([${values.map((value) => pythonLiteral(value, 0)).join(', ')}]))`
  const output = await new Response(Bun.spawn(['python3', '-c', program]).stdout).json()
  expect(output).toEqual(values)
})
