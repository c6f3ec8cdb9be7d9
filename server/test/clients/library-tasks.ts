import { gateAnswer, lastWords } from './agent-checks.ts'
import type { Script } from './scripted-upstream.ts'

/** The upstreams' answers to the scripts of libraries, by a word in their prompts. */
export const libraryScripts: Record<string, Script> = {
  'task-text': [{ text: 'The gate opens.' }],
  'task-tools': [
    { calls: [{ name: 'find_key', input: { gate: 'north' } }] },
    { calls: [{ name: 'open_gate', input: { gate: 'north', key: 42 } }] },
    { text: lastWords },
  ],
  // Some libraries turn the form into a tool.
  'task-form': ({ tools: [tool] }) =>
    tool === undefined
      ? [{ text: JSON.stringify(gateAnswer) }]
      : [{ calls: [{ name: tool, input: gateAnswer }] }, { text: 'Done.' }],
  'task-picture': [{ text: 'A gate.' }],
}
