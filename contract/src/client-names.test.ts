import { expect, test } from 'bun:test'
import { clientNameMax, clientNameOf } from './client-names.ts'
import { clientRecipes } from './client-recipes/client-recipes.ts'

test.each([
  ['claude-cli/2.0.14 (external, cli)', 'Claude Code'],
  ['codex_cli_rs/0.46.0 (Ubuntu 24.4.0; x86_64) xterm', 'Codex'],
  ['codex_vscode/0.46.0', 'Codex'],
  ['GeminiCLI/0.9.0/gemini-2.5-pro (linux; x64)', 'Gemini CLI'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) CherryStudio/1.6.3 Chrome/138.0.0.0 Electron/37.4.0 Safari/537.36',
    'Cherry Studio',
  ],
  ['opencode/0.15.0 ai-sdk/provider-utils/3.0.9', 'opencode'],
  ['AsyncOpenAI/Python 2.3.0', 'OpenAI Python'],
  ['OpenAI/JS 6.3.0', 'OpenAI JavaScript'],
  ['Mozilla/5.0 (X11; Linux x86_64) Firefox/144.0', 'Browser'],
  ['python-httpx/0.28.1', 'python-httpx'],
  ['Go-http-client/2.0', 'Go-http-client'],
  ['  curl/8.5.0', 'curl'],
  ['', ''],
  ['(no product)', ''],
])('%s is %s', (agent, name) => expect(clientNameOf(agent)).toBe(name))

test('an unknown product is cut, and a long user agent takes no time', () => {
  expect(clientNameOf(`${'x'.repeat(90)}/1`)).toBe('x'.repeat(clientNameMax))
  const startedAt = performance.now()
  clientNameOf(`${'('.repeat(1_000_000)}`)
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

test('programs that the connect panel sets up have its names', () => {
  const names = new Set(clientRecipes.map(({ name }) => name))
  for (const agent of ['claude-cli/1', 'codex_cli_rs/1', 'GeminiCLI/1', 'QwenCode/1', 'CherryStudio/1', 'opencode/1'])
    expect(names).toContain(clientNameOf(agent))
  for (const agent of ['Cline/1', 'Cursor/1', 'LobeChat/1', 'Open WebUI', 'curl/8'])
    expect(names).toContain(clientNameOf(agent))
})
