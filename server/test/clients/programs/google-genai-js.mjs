import assert from 'node:assert/strict'
// set-up
import { ApiError, GoogleGenAI } from '@google/genai'

const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: gateway } })

// end of set-up
import { check, checkEach, gateway, key, models, picture, unlisted } from './check.mjs'

const declarations = ['find_key', 'open_gate'].map((name) => ({
  name,
  description: name,
  parametersJsonSchema: {
    type: 'object',
    properties: { gate: { type: 'string' }, key: { type: 'number' } },
    required: ['gate'],
  },
}))

await checkEach('text', async (model) => {
  const answer = await client.models.generateContent({ model, contents: 'task-text' })
  assert.equal(answer.text, 'The gate opens.')
  assert.equal(answer.candidates[0].finishReason, 'STOP')
  const { promptTokenCount, cachedContentTokenCount, candidatesTokenCount } = answer.usageMetadata
  assert.deepEqual([promptTokenCount, cachedContentTokenCount, candidatesTokenCount], [1000, 400, 50])
})

await checkEach('streamed', async (model) => {
  let text = ''
  let last
  for await (const part of await client.models.generateContentStream({ model, contents: 'task-text' })) {
    text += part.text ?? ''
    last = part
  }
  assert.equal(text, 'The gate opens.')
  assert.equal(last.usageMetadata.candidatesTokenCount, 50)
})

await checkEach('tool loop of two steps in a streamed chat', async (model) => {
  const chat = client.chats.create({ model, config: { tools: [{ functionDeclarations: declarations }] } })
  let message = 'task-tools'
  for (const wanted of ['find_key', 'open_gate']) {
    const calls = []
    for await (const part of await chat.sendMessageStream({ message })) calls.push(...(part.functionCalls ?? []))
    assert.deepEqual(
      calls.map((call) => call.name),
      [wanted],
    )
    const { id, name } = calls[0]
    message = [{ functionResponse: { ...(id ? { id } : {}), name, response: { output: 'It is done: 42.' } } }]
  }
  let text = ''
  for await (const part of await chat.sendMessageStream({ message })) text += part.text ?? ''
  assert.equal(text, 'The north gate is open.')
})

await checkEach('structured output', async (model) => {
  const answer = await client.models.generateContent({
    model,
    contents: 'task-form',
    config: {
      responseMimeType: 'application/json',
      responseJsonSchema: {
        type: 'object',
        properties: { gate: { type: 'string' }, open: { type: 'boolean' } },
        required: ['gate', 'open'],
      },
    },
  })
  assert.deepEqual(JSON.parse(answer.text), { gate: 'north', open: true })
})

await checkEach('picture', async (model) => {
  const contents = [{ text: 'task-picture' }, { inlineData: { mimeType: 'image/png', data: picture } }]
  const answer = await client.models.generateContent({ model, contents })
  assert.equal(answer.text, 'A gate.')
})

await checkEach('token count', async (model) => {
  const { totalTokens } = await client.models.countTokens({ model, contents: 'How many tokens?' })
  assert.ok(totalTokens > 0)
})

for (const model of ['text-embedding-3-small', 'gemini-embedding-001']) {
  await check(`embeddings (${model})`, async () => {
    const answer = await client.models.embedContent({ model, contents: ['north', 'south'] })
    assert.deepEqual(
      answer.embeddings.map(({ values }) => values),
      [
        [0.25, -0.5, 0.125],
        [0.25, -0.5, 0.125],
      ],
    )
  })
}

await check('model list', async () => {
  const names = []
  for await (const model of await client.models.list()) names.push(model.name)
  for (const model of Object.values(models)) assert.ok(names.includes(`models/${model}`), `${model}: ${names}`)
})

await check('a model that does not exist: its own error, at once', async () => {
  await assert.rejects(client.models.generateContent({ model: unlisted, contents: 'x' }), (error) => {
    assert.ok(error instanceof ApiError)
    assert.equal(error.status, 404)
    assert.match(error.message, /NOT_FOUND/)
    return true
  })
})
