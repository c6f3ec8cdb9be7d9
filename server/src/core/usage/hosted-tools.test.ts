import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { hostedTools } from './hosted-tools.ts'

test('docs/pricing.md lists every tool that is known', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../../../docs/pricing.md')).text()
  const types = Object.values(hostedTools).flatMap((table) => Object.keys(table))
  expect(types.filter((type) => !page.includes(`\`${type}\``))).toEqual([])
})
