import assert from 'node:assert/strict'
// set-up
import Anthropic from '@anthropic-ai/sdk'

const client = new Anthropic({ baseURL: gateway, apiKey: key })

// end of set-up
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod'
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod'
import { z } from 'zod'
import { check, checkEach, gateway, key, models, picture, unlisted } from './check.mjs'

const user = (content) => [{ role: 'user', content }]
const max_tokens = 1000

await checkEach('text', async (model) => {
  const answer = await client.messages.create({ model, max_tokens, messages: user('task-text') })
  assert.equal(answer.content[0].text, 'The gate opens.')
  assert.equal(answer.stop_reason, 'end_turn')
  const { input_tokens, cache_read_input_tokens, output_tokens } = answer.usage
  assert.deepEqual([input_tokens, cache_read_input_tokens, output_tokens], [600, 400, 50])
})

await checkEach('streamed', async (model) => {
  const stream = client.messages.stream({ model, max_tokens, messages: user('task-text') })
  let text = ''
  stream.on('text', (part) => (text += part))
  const answer = await stream.finalMessage()
  assert.equal(text, 'The gate opens.')
  assert.equal(answer.stop_reason, 'end_turn')
  const { input_tokens, cache_read_input_tokens, output_tokens } = answer.usage
  assert.deepEqual([input_tokens, cache_read_input_tokens, output_tokens], [600, 400, 50])
})

await checkEach('tool loop of two steps, streamed', async (model) => {
  const calls = []
  const tools = [
    betaZodTool({
      name: 'find_key',
      description: 'Finds the key of a gate.',
      inputSchema: z.object({ gate: z.string() }),
      run: (input) => {
        calls.push(input)
        return 'The key is 42.'
      },
    }),
    betaZodTool({
      name: 'open_gate',
      description: 'Opens a gate.',
      inputSchema: z.object({ gate: z.string(), key: z.number() }),
      run: (input) => {
        calls.push(input)
        return 'It opens.'
      },
    }),
  ]
  const runner = client.beta.messages.toolRunner({
    model,
    max_tokens,
    messages: user('task-tools'),
    tools,
    stream: true,
  })
  const answer = await runner.runUntilDone()
  assert.equal(answer.content[0].text, 'The north gate is open.')
  assert.deepEqual(calls, [{ gate: 'north' }, { gate: 'north', key: 42 }])
})

await checkEach('structured output', async (model) => {
  const answer = await client.messages.parse({
    model,
    max_tokens,
    messages: user('task-form'),
    output_config: { format: zodOutputFormat(z.object({ gate: z.string(), open: z.boolean() })) },
  })
  assert.deepEqual(answer.parsed_output, { gate: 'north', open: true })
})

await checkEach('picture', async (model) => {
  const source = { type: 'base64', media_type: 'image/png', data: picture }
  const content = [
    { type: 'text', text: 'task-picture' },
    { type: 'image', source },
  ]
  const answer = await client.messages.create({ model, max_tokens, messages: user(content) })
  assert.equal(answer.content[0].text, 'A gate.')
})

await checkEach('token count', async (model) => {
  const { input_tokens } = await client.messages.countTokens({ model, messages: user('How many tokens?') })
  assert.ok(input_tokens > 0)
})

await check('model list', async () => {
  const ids = []
  for await (const model of client.models.list()) ids.push(model.id)
  for (const model of Object.values(models)) assert.ok(ids.includes(model), `${model} is not in ${ids}`)
})

await check('a model that does not exist: its own error, at once', async () => {
  await assert.rejects(client.messages.create({ model: unlisted, max_tokens, messages: user('x') }), (error) => {
    assert.ok(error instanceof Anthropic.NotFoundError)
    assert.equal(error.error.error.type, 'not_found_error')
    return true
  })
})
