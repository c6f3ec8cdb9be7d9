// An MCP server on standard input and output with one tool, for agents that are configured with one.
import { createInterface } from 'node:readline'

const inputSchema = {
  type: 'object',
  properties: { gate: { type: 'string', description: 'The name of the gate.' } },
  required: ['gate'],
}
const tools = [{ name: 'open_gate', description: 'Opens a gate.', inputSchema }]

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'gates', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'tools/call': ({ arguments: { gate } }) => ({
    content: [{ type: 'text', text: `The ${gate} gate creaks.` }],
  }),
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  // Without an id it is a notice, which has no answer.
  if (id === undefined) return
  const answer = answers[method]
  const outcome = answer ? { result: answer(params) } : { error: { code: -32601, message: `no ${method} here` } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`)
})
