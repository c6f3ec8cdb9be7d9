import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { clientRecipes } from '../contract/src/client-recipes/client-recipes.ts'
import { writeCommands } from '../contract/src/client-recipes/fit-recipe.ts'
import { root } from './bun-path.mjs'

// The placeholders of the guide, which the console replaces by the values of the reader.
const values = { url: 'https://gateway.example', key: 'sk-…', model: 'the-model', models: [], site: 'Gateway' }

test.each(['clients.md', 'zh/clients.md'])(
  'the guide (%s) says of each program what the console writes',
  async (page) => {
    const text = await Bun.file(join(root, 'docs/guide', page)).text()
    const missing: string[] = []
    for (const recipe of clientRecipes) {
      const target = { ...values, format: recipe.formats[0] ?? 'openai' }
      const written = [
        `### ${recipe.name}\n`,
        writeCommands(recipe, target, 'posix'),
        ...Object.values(recipe.files?.(target) ?? {}),
        ...(recipe.fields?.(target) ?? []).map(({ name, value }) => `| ${name} | \`${value}\` |`),
        recipe.code?.(target).text ?? '',
      ]
      for (const part of written) if (!text.includes(part.trimEnd())) missing.push(`${recipe.name}: ${part}`)
    }
    expect(missing).toEqual([])
  },
)
