import { expect, test } from 'bun:test'
import { fitDocuments } from './fit-documents.ts'

const fit = (body: object, upstreamModel: string) => fitDocuments({ ...body }, { operation: 'chat', upstreamModel })
const file = { type: 'file', file: { file_data: 'data:application/pdf;base64,AA==' } }
const messages = [{ role: 'user', content: [{ type: 'text', text: 'Sum up.' }, file] }]
const parser = { id: 'file-parser', pdf: { engine: 'cloudflare-ai' } }

test('documents for a model that cannot read them are read free of charge', () => {
  expect(fit({ messages }, 'deepseek/deepseek-chat').set).toEqual({ plugins: [parser] })
  const input = [{ role: 'user', content: [{ type: 'input_file', file_url: 'https://example.com/a.pdf' }] }]
  expect(fit({ input, plugins: [{ id: 'web' }] }, 'unknown').set).toEqual({ plugins: [{ id: 'web' }, parser] })
})

test('other calls stay as they are', () => {
  expect(fit({ messages }, 'anthropic/claude-sonnet-4-5').set).toEqual({})
  expect(fit({ messages, plugins: [{ id: 'file-parser' }] }, 'unknown').set).toEqual({})
  for (const body of [{ messages: [{ role: 'user', content: 'Hi' }] }, { messages: 'x' }, { input: 'Hi' }, {}])
    expect(fit(body, 'unknown').set).toEqual({})
})
