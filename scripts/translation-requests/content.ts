import type { MediaSource, Part } from '../../server/src/core/chat/content.ts'
import {
  buildMediaBlock,
  buildUserTurn,
  data,
  findPart,
  question,
  type RequestFeature,
  readText,
  textOrNull,
  type Wire,
} from './feature.ts'

/** The kind of media and its source. */
function describeMedia(part: Extract<Part, { kind: 'image' | 'file' | 'audio' }> | undefined): string | null {
  if (!part) return null
  const sources: Record<MediaSource['kind'], string> = {
    base64: 'bytes',
    url: 'URL',
    file_id: 'file id',
    text: 'plain text',
  }
  return `${part.kind}, ${sources[part.source.kind]}`
}

const buildContents = (...parts: Wire[]) => [{ role: 'user', parts }]

const buildInlineData = (mimeType: keyof typeof data) => ({ inlineData: { mimeType, data: data[mimeType] } })

const answer = { role: 'assistant', content: 'Rain.' }

export const contentFeatures: readonly RequestFeature[] = [
  {
    name: 'system text',
    samples: {
      openai: { messages: [{ role: 'system', content: 'Be brief.' }, question] },
      anthropic: { system: 'Be brief.' },
      gemini: { systemInstruction: { parts: [{ text: 'Be brief.' }] } },
    },
    describe: (request) => (request.messages[0]?.role === 'system' ? 'system' : null),
  },
  {
    name: 'system text within the conversation',
    samples: {
      openai: { messages: [question, answer, { role: 'system', content: 'Be brief.' }, question] },
      anthropic: { messages: [question, answer, { role: 'system', content: 'Be brief.' }, question] },
    },
    describe: ({ messages }) => {
      const at = messages.findIndex(({ parts }) => parts.some((part) => readText(part).includes('Be brief.')))
      return at < 0 ? null : `${messages[at]?.role}, ${at === 0 ? 'in front' : 'in its place'}`
    },
  },
  {
    name: 'image, bytes',
    samples: {
      openai: {
        messages: buildUserTurn([
          { type: 'image_url', image_url: { url: `data:image/png;base64,${data['image/png']}` } },
        ]),
      },
      anthropic: { messages: buildUserTurn([buildMediaBlock('image', 'image/png')]) },
      gemini: { contents: buildContents(buildInlineData('image/png')) },
    },
    describe: (request) => describeMedia(findPart(request, 'image')),
  },
  {
    name: 'image, URL',
    samples: {
      openai: { messages: buildUserTurn([{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }]) },
      anthropic: {
        messages: buildUserTurn([{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }]),
      },
      gemini: {
        contents: buildContents({ fileData: { mimeType: 'image/png', fileUri: 'https://example.com/a.png' } }),
      },
    },
    describe: (request) => describeMedia(findPart(request, 'image')),
  },
  {
    name: 'image detail',
    samples: {
      openai: {
        messages: buildUserTurn([
          { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
        ]),
      },
    },
    describe: (request) => textOrNull(findPart(request, 'image')?.detail),
  },
  {
    name: 'document (PDF)',
    samples: {
      openai: {
        messages: buildUserTurn([
          {
            type: 'file',
            file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${data['application/pdf']}` },
          },
        ]),
      },
      anthropic: { messages: buildUserTurn([buildMediaBlock('document', 'application/pdf')]) },
      gemini: { contents: buildContents(buildInlineData('application/pdf')) },
    },
    describe: (request) => describeMedia(findPart(request, 'file')),
  },
  {
    name: 'sound',
    samples: {
      openai: {
        messages: buildUserTurn([
          'Listen.',
          { type: 'input_audio', input_audio: { data: data['audio/wav'], format: 'wav' } },
        ]),
      },
      gemini: { contents: buildContents({ text: 'Listen.' }, buildInlineData('audio/wav')) },
    },
    describe: (request) => describeMedia(findPart(request, 'audio')),
  },
]
