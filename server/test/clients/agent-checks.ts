import { join } from 'node:path'
import { type Check, modelOf, type Seen, type UpstreamKind, unlistedModel } from './program.ts'
import type { ToolUse } from './speak/turn.ts'

/** The files in every agent's folder. */
const noteWords = 'The key hangs at the north gate.'
export const agentFiles = { 'notes.txt': `${noteWords}\n` }
export const lastWords = 'The north gate is open.'

interface Loop {
  upstream: UpstreamKind
  /** Reads notes.txt. */
  read(folder: string): ToolUse
  /** Writes "the north gate" to answer.txt. */
  write(folder: string): ToolUse
  model?: string
  name?: string
}

/** A task in three turns: the agent reads a file, writes another and reports that it has finished. */
export const toolLoop = ({ upstream, read, write, model = modelOf[upstream], name }: Loop): Check => ({
  name: name ?? 'streamed tool loop: reads a file, writes a file',
  upstream,
  model,
  prompt: 'read notes.txt and write the name of the gate to answer.txt',
  script: (folder) => [{ calls: [read(folder)] }, { calls: [write(folder)] }, { text: lastWords }],
  judge: ({ outcome, calls, readFile }) => [
    ...(outcome.answer.includes(lastWords) ? [] : ['its output lacks the last words of the model']),
    ...(readFile('answer.txt') === 'the north gate' ? [] : ['answer.txt is not as the model wrote it']),
    ...(hasResult(calls, noteWords) ? [] : ['what it read did not reach the model']),
  ],
})

interface McpTask {
  upstream: UpstreamKind
  tool: Omit<ToolUse, 'input'>
  more?: Check['more']
  model?: string
}

/** The tool of an MCP server, under the agent's name for it. */
export const mcpTool = ({ upstream, tool, more, model = modelOf[upstream] }: McpTask): Check => ({
  name: 'tool of an MCP server',
  upstream,
  model,
  prompt: 'open the north gate',
  script: () => [{ calls: [{ ...tool, input: { gate: 'north' } }] }, { text: lastWords }],
  ...(more ? { more } : {}),
  judge: ({ outcome, calls }) => [
    ...(outcome.answer.includes(lastWords) ? [] : ['its output lacks the last words of the model']),
    ...(hasResult(calls, 'The north gate creaks.')
      ? []
      : [`the answer of the tool did not reach the model; offered: ${calls[0]?.facts.tools.join(', ')}`]),
  ],
})

/** A model that no channel lists: the agent reports that and ends, instead of retrying for minutes. */
export const unknownModel = (model = unlistedModel): Check => ({
  name: 'a model that does not exist: says so and ends',
  model,
  prompt: 'open the north gate',
  script: () => [],
  judge: ({ outcome, calls }) => [
    ...(outcome.output.includes(unlistedModel) ? [] : ['its output does not name the model']),
    // Some agents request a title from another model meanwhile.
    ...(calls.some(({ facts }) => facts.tools.length > 0) ? ['an upstream was called'] : []),
  ],
})

/** Answers in a JSON form that the caller specifies. */
export const gateForm = {
  type: 'object',
  properties: { gate: { type: 'string' }, open: { type: 'boolean' } },
  required: ['gate', 'open'],
  additionalProperties: false,
}
export const gateAnswer = { gate: 'north', open: true }

const hasResult = (calls: Seen['calls'], text: string): boolean =>
  calls.some(({ facts }) => facts.results.some((result) => result.includes(text)))

/** The MCP server in the configuration of agents. */
export const mcpServer = join(import.meta.dir, 'programs', 'gate-tool-server.mjs')
