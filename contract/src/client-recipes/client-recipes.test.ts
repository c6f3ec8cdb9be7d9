import { expect, test } from 'bun:test'
import type { CallableModel } from '../api-token.ts'
import { recordOf } from '../read-json.ts'
import { base64Of } from './base64.ts'
import { ccSwitch } from './cc-switch.ts'
import { cherryStudio } from './cherry-studio.ts'
import { claudeCode } from './claude-code.ts'
import { clientRecipes } from './client-recipes.ts'
import { codex } from './codex.ts'
import { firstModelFor, formatFor, modelsFor, writeCommands } from './fit-recipe.ts'
import { opencode } from './opencode.ts'
import type { ClientRecipe, ClientTarget } from './recipe.ts'

const url = 'https://ai.example/gate'
const key = 'sk-k3y'
const chat: CallableModel['endpoints'] = ['openai', 'openai-response', 'anthropic', 'gemini']
const models: CallableModel[] = [
  { name: 'gpt-4-gizmo-*', endpoints: chat },
  { name: 'deepseek-chat', endpoints: ['openai'] },
  { name: 'gpt-5.1', endpoints: chat },
  { name: 'claude-sonnet-4-5', endpoints: chat },
  { name: 'gemini-3.1-pro', endpoints: chat },
  { name: 'text-embedding-3-small', endpoints: ['embeddings'] },
]
const targetOf = (recipe: ClientRecipe, more: Partial<ClientTarget> = {}): ClientTarget => ({
  url,
  key,
  model: 'gpt-5.1',
  format: recipe.formats[0] ?? 'openai',
  models: [],
  site: 'Nordwind 北风',
  ...more,
})

/** All that a recipe shows. */
const shownBy = (recipe: ClientRecipe, target: ClientTarget): string[] =>
  [
    writeCommands(recipe, target, 'posix'),
    ...Object.values(recipe.files?.(target) ?? {}),
    ...(recipe.fields?.(target) ?? []).map(({ value }) => value),
    ...(recipe.links?.(target) ?? []).map(({ href }) => href),
    recipe.code?.(target).text ?? '',
  ].filter((text) => text !== '')

test.each(clientRecipes)('$name: address with its base path, key and model, for every format', (recipe) => {
  for (const format of recipe.formats) {
    const shown = shownBy(recipe, targetOf(recipe, { format })).join('\n')
    const texts = `${shown}\n${decodeURIComponent(shown)}\n${
      shown
        .match(/data=(.*)/)
        ?.map((data) => atob(decodeURIComponent(data.replace('data=', ''))))
        .join('') ?? ''
    }`
    expect(texts).toContain(url)
    expect(texts).toContain(key)
    if (recipe.id !== 'open-webui') expect(texts).toContain('gpt-5.1')
  }
})

test('ids and names are distinct', () => {
  for (const value of ['id', 'name'] as const)
    expect(new Set(clientRecipes.map((recipe) => recipe[value])).size).toBe(clientRecipes.length)
})

test('the key leaves the browser only in links of programs on the same computer', () => {
  const links = clientRecipes.flatMap((recipe) => recipe.links?.(targetOf(recipe)) ?? [])
  expect(links.map(({ href }) => new URL(href).protocol)).toEqual(['cherrystudio:', 'ccswitch:'])
})

test('a program offers the models that speak one of its formats, by their own format first', () => {
  expect(modelsFor(claudeCode, models).map(({ name }) => name)).toEqual([
    'gpt-5.1',
    'claude-sonnet-4-5',
    'gemini-3.1-pro',
  ])
  expect(formatFor(opencode, { name: 'vendor/Claude-4', endpoints: chat })).toBe('anthropic')
  expect(formatFor(opencode, { name: 'gemini-3.1-pro', endpoints: chat })).toBe('gemini')
  expect(formatFor(opencode, { name: 'deepseek-chat', endpoints: chat })).toBe('openai-response')
  expect(formatFor(codex, { name: 'deepseek-chat', endpoints: ['openai'] })).toBeNull()
})

test('a program begins with a model of the maker whose format it speaks', () => {
  const first = (id: string) => firstModelFor(clientRecipes.find((one) => one.id === id) ?? codex, models)
  expect([first('claude-code'), first('codex'), first('gemini-cli'), first('curl')]).toEqual([
    'claude-sonnet-4-5',
    'gpt-5.1',
    'gemini-3.1-pro',
    'deepseek-chat',
  ])
  expect(firstModelFor(claudeCode, models.slice(0, 3))).toBe('gpt-5.1')
  expect(firstModelFor(claudeCode, [])).toBeNull()
})

test('Claude Code gets a small model only where the key has no Haiku', () => {
  const small = (names: string[]) =>
    claudeCode.environment?.(targetOf(claudeCode, { models: names })).ANTHROPIC_DEFAULT_HAIKU_MODEL
  expect([small([]), small(['gpt-5.1', 'claude-haiku-4-5']), small(['gpt-5.1'])]).toEqual([
    undefined,
    undefined,
    'gpt-5.1',
  ])
})

test('commands are written for both shells', () => {
  const target = targetOf(claudeCode, { url: "https://o'neill.example" })
  expect(writeCommands(claudeCode, target, 'posix')).toBe(
    `export ANTHROPIC_BASE_URL='https://o'\\''neill.example'\nexport ANTHROPIC_AUTH_TOKEN=sk-k3y\nclaude --model gpt-5.1`,
  )
  expect(writeCommands(claudeCode, target, 'powershell')).toBe(
    `$env:ANTHROPIC_BASE_URL = 'https://o''neill.example'\n$env:ANTHROPIC_AUTH_TOKEN = 'sk-k3y'\nclaude --model gpt-5.1`,
  )
})

test('the link of Cherry Studio has its settings as JSON in base64, also with names in Chinese', () => {
  const [link] = cherryStudio.links?.(targetOf(cherryStudio)) ?? []
  const data = new URL(link?.href ?? '').searchParams.get('data') ?? ''
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))
  const config = recordOf(JSON.parse(new TextDecoder().decode(bytes)))
  expect(config).toMatchObject({ name: 'Nordwind 北风', baseUrl: url, apiKey: key })
})

test.each([
  ['anthropic', 'claude', url],
  ['openai-response', 'codex', `${url}/v1`],
  ['gemini', 'gemini', url],
] as const)('CC Switch sets up the program of %s', (format, app, endpoint) => {
  const [link] = ccSwitch.links?.(targetOf(ccSwitch, { format })) ?? []
  const query = Object.fromEntries(new URL(link?.href ?? '').searchParams)
  expect(query).toMatchObject({ resource: 'provider', app, endpoint, apiKey: key, model: 'gpt-5.1' })
})

test.each(['', 'a', 'ab', 'abc', '北风 & ü\u{1f600}'])('base64 of %p is that of every decoder', (text) => {
  expect(base64Of(text)).toBe(Buffer.from(text).toString('base64'))
})
