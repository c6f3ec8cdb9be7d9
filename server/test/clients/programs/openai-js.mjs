import assert from 'node:assert/strict'
// set-up
import OpenAI from 'openai'

const client = new OpenAI({ baseURL: `${gateway}/v1`, apiKey: key })

// end of set-up
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod'
import { z } from 'zod'
import { check, checkEach, gateway, key, models, picture, unlisted } from './check.mjs'

const form = z.object({ gate: z.string(), open: z.boolean() })
const parameters = {
  type: 'object',
  properties: { gate: { type: 'string' }, key: { type: 'number' } },
  required: ['gate'],
}
const user = (content) => [{ role: 'user', content }]
const functions = {
  find_key: ({ gate }) => `The key of the ${gate} gate is 42.`,
  open_gate: ({ gate, key }) => `The ${gate} gate opens to ${key}.`,
}

await checkEach('Chat Completions: text', async (model) => {
  const answer = await client.chat.completions.create({ model, messages: user('task-text') })
  assert.equal(answer.choices[0].message.content, 'The gate opens.')
  assert.equal(answer.choices[0].finish_reason, 'stop')
  assert.deepEqual([answer.usage.prompt_tokens, answer.usage.completion_tokens], [1000, 50])
  assert.equal(answer.usage.prompt_tokens_details.cached_tokens, 400)
})

await checkEach('Chat Completions: streamed', async (model) => {
  const stream = client.chat.completions.stream({
    model,
    messages: user('task-text'),
    stream_options: { include_usage: true },
  })
  let text = ''
  stream.on('content', (part) => (text += part))
  const answer = await stream.finalChatCompletion()
  assert.equal(text, 'The gate opens.')
  assert.equal(answer.choices[0].message.content, text)
  assert.deepEqual([answer.usage.prompt_tokens, answer.usage.completion_tokens], [1000, 50])
})

await checkEach('Chat Completions: tool loop of two steps, streamed', async (model) => {
  const calls = []
  const tools = Object.entries(functions).map(([name, run]) => ({
    type: 'function',
    function: {
      name,
      description: name,
      parameters,
      parse: JSON.parse,
      function: (input) => {
        calls.push([name, input])
        return run(input)
      },
    },
  }))
  const runner = client.chat.completions.runTools({
    model,
    messages: user('task-tools'),
    tools,
    stream: true,
  })
  assert.equal(await runner.finalContent(), 'The north gate is open.')
  assert.deepEqual(calls, [
    ['find_key', { gate: 'north' }],
    ['open_gate', { gate: 'north', key: 42 }],
  ])
})

await checkEach('Chat Completions: structured output', async (model) => {
  const answer = await client.chat.completions.parse({
    model,
    messages: user('task-form'),
    response_format: zodResponseFormat(form, 'gate'),
  })
  assert.deepEqual(answer.choices[0].message.parsed, { gate: 'north', open: true })
})

await checkEach('Chat Completions: picture', async (model) => {
  const url = `data:image/png;base64,${picture}`
  const content = [
    { type: 'text', text: 'task-picture' },
    { type: 'image_url', image_url: { url } },
  ]
  const answer = await client.chat.completions.create({ model, messages: user(content) })
  assert.equal(answer.choices[0].message.content, 'A gate.')
})

await checkEach('Responses: text', async (model) => {
  const answer = await client.responses.create({ model, input: 'task-text' })
  assert.equal(answer.output_text, 'The gate opens.')
  assert.equal(answer.status, 'completed')
  assert.deepEqual([answer.usage.input_tokens, answer.usage.output_tokens], [1000, 50])
})

await checkEach('Responses: tool loop of two steps, streamed', async (model) => {
  const tools = Object.keys(functions).map((name) => ({ type: 'function', name, parameters, strict: false }))
  const input = user('task-tools')
  for (let step = 0; ; step++) {
    assert.ok(step < 3, 'the loop does not end')
    const answer = await client.responses.stream({ model, input, tools }).finalResponse()
    const calls = answer.output.filter((item) => item.type === 'function_call')
    if (calls.length === 0) {
      assert.equal(answer.output_text, 'The north gate is open.')
      assert.equal(step, 2)
      return
    }
    input.push(...answer.output)
    for (const { call_id, name, arguments: text } of calls) {
      input.push({ type: 'function_call_output', call_id, output: functions[name](JSON.parse(text)) })
    }
  }
})

await checkEach('Responses: structured output', async (model) => {
  const answer = await client.responses.parse({
    model,
    input: 'task-form',
    text: { format: zodTextFormat(form, 'gate') },
  })
  assert.deepEqual(answer.output_parsed, { gate: 'north', open: true })
})

for (const model of ['text-embedding-3-small', 'gemini-embedding-001']) {
  await check(`embeddings (${model})`, async () => {
    const answer = await client.embeddings.create({ model, input: ['north', 'south'] })
    assert.deepEqual(
      answer.data.map(({ embedding }) => [...embedding]),
      [
        [0.25, -0.5, 0.125],
        [0.25, -0.5, 0.125],
      ],
    )
  })
}

await check('model list', async () => {
  const ids = []
  for await (const model of client.models.list()) ids.push(model.id)
  for (const model of Object.values(models)) assert.ok(ids.includes(model), `${model} is not in ${ids}`)
})

await check('a model that does not exist: its own error, at once', async () => {
  await assert.rejects(client.chat.completions.create({ model: unlisted, messages: user('x') }), (error) => {
    assert.ok(error instanceof OpenAI.NotFoundError)
    assert.equal(error.code, 'model_not_found')
    return true
  })
})
