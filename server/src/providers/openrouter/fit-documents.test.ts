import { expect, test } from 'bun:test'
import { fitDocuments } from './fit-documents.ts'
import { openrouter } from './index.ts'

const fit = (body: object, upstreamModel: string) => fitDocuments({ ...body }, { upstreamModel })
const file = { type: 'file', file: { file_data: 'data:application/pdf;base64,AA==' } }
const messages = [{ role: 'user', content: [{ type: 'text', text: 'Sum up.' }, file] }]
const parser = { id: 'file-parser', pdf: { engine: 'cloudflare-ai' } }

test('documents for a model that cannot read them are read free of charge', () => {
  expect(fit({ messages }, 'deepseek/deepseek-chat').set).toEqual({ plugins: [parser] })
  const input = [{ role: 'user', content: [{ type: 'input_file', file_url: 'https://example.com/a.pdf' }] }]
  expect(fit({ input, plugins: [{ id: 'web' }] }, 'unknown').set).toEqual({ plugins: [{ id: 'web' }, parser] })
})

test('also those of Messages, beside questions and in results of tools', () => {
  const document = { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } }
  const result = { type: 'tool_result', tool_use_id: 't', content: [document] }
  for (const part of [document, result]) {
    const body = { messages: [{ role: 'user', content: [{ type: 'text', text: 'Sum up.' }, part] }] }
    const call = { upstreamModel: 'deepseek/deepseek-chat', isStream: false, betas: [] }
    expect(openrouter.fitMessages?.(body, call).set).toEqual({ plugins: [parser] })
    expect(fit(body, 'anthropic/claude-sonnet-4-5').set).toEqual({})
  }
})

test('other calls stay as they are', () => {
  expect(fit({ messages }, 'anthropic/claude-sonnet-4-5').set).toEqual({})
  expect(fit({ messages, plugins: [{ id: 'file-parser' }] }, 'unknown').set).toEqual({})
  for (const body of [{ messages: [{ role: 'user', content: 'Hi' }] }, { messages: 'x' }, { input: 'Hi' }, {}])
    expect(fit(body, 'unknown').set).toEqual({})
})
