import assert from 'node:assert/strict'
// set-up
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'

const openai = createOpenAI({ baseURL: `${gateway}/v1`, apiKey: key })
const anthropic = createAnthropic({ baseURL: `${gateway}/v1`, apiKey: key })
const google = createGoogleGenerativeAI({ baseURL: `${gateway}/v1beta`, apiKey: key })

// end of set-up
import { APICallError, embedMany, generateText, Output, stepCountIs, streamText, tool } from 'ai'
import { z } from 'zod'
import { check, checkEach, gateway, key, picture, unlisted } from './check.mjs'

/** Each provider of the SDK; `openai(model)` speaks Responses. */
const providers = {
  'openai()': openai,
  'openai.chat()': openai.chat,
  'anthropic()': anthropic,
  'google()': google,
}
const form = z.object({ gate: z.string(), open: z.boolean() })

for (const [name, provider] of Object.entries(providers)) {
  await checkEach(`${name}: text`, async (model) => {
    const answer = await generateText({ model: provider(model), prompt: 'task-text' })
    assert.equal(answer.text, 'The gate opens.')
    assert.equal(answer.finishReason, 'stop')
    assert.deepEqual([answer.usage.inputTokens, answer.usage.outputTokens], [1000, 50])
  })

  await checkEach(`${name}: tool loop of two steps, streamed`, async (model) => {
    const calls = []
    const createTool = (description, inputSchema) =>
      tool({
        description,
        inputSchema,
        execute: (input) => {
          calls.push(input)
          return 'It is done: 42.'
        },
      })
    const answer = streamText({
      model: provider(model),
      prompt: 'task-tools',
      tools: {
        find_key: createTool('Finds the key of a gate.', z.object({ gate: z.string() })),
        open_gate: createTool('Opens a gate.', z.object({ gate: z.string(), key: z.number() })),
      },
      stopWhen: stepCountIs(5),
      onError: ({ error }) => {
        throw error
      },
    })
    assert.equal(await answer.text, 'The north gate is open.')
    assert.equal((await answer.steps).length, 3)
    assert.deepEqual(calls, [{ gate: 'north' }, { gate: 'north', key: 42 }])
    assert.equal((await answer.totalUsage).outputTokens, 150)
  })

  await checkEach(`${name}: structured output`, async (model) => {
    const answer = await generateText({
      model: provider(model),
      prompt: 'task-form',
      output: Output.object({ schema: form }),
    })
    assert.deepEqual(answer.output, { gate: 'north', open: true })
  })

  await checkEach(`${name}: picture`, async (model) => {
    const content = [
      { type: 'text', text: 'task-picture' },
      { type: 'image', image: Buffer.from(picture, 'base64') },
    ]
    const answer = await generateText({ model: provider(model), messages: [{ role: 'user', content }] })
    assert.equal(answer.text, 'A gate.')
  })

  await check(`${name}: a model that does not exist: its own error, at once`, async () => {
    const answer = generateText({ model: provider(unlisted), prompt: 'x' })
    await assert.rejects(answer, (error) => {
      assert.ok(APICallError.isInstance(error), String(error))
      assert.equal(error.statusCode, 404)
      assert.equal(error.isRetryable, false)
      return true
    })
  })
}

for (const [name, model] of Object.entries({
  'openai.embedding()': openai.embedding('text-embedding-3-small'),
  'google.embedding()': google.embedding('gemini-embedding-001'),
})) {
  await check(`${name}: embeddings`, async () => {
    const { embeddings } = await embedMany({ model, values: ['north', 'south'] })
    assert.deepEqual(embeddings[1], [0.25, -0.5, 0.125])
  })
}
