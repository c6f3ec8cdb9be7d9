import type { MediaSource, Part } from '../../server/src/core/chat/content.ts'
import { asked, asks, block, data, find, printed, type RequestFeature, type Wire, wordsOf } from './feature.ts'

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

const contents = (...parts: Wire[]) => [{ role: 'user', parts }]

const inlineData = (mimeType: string) => ({ inlineData: { mimeType, data } })

const answered = { role: 'assistant', content: 'Rain.' }

export const contentFeatures: readonly RequestFeature[] = [
  {
    name: 'system text',
    samples: {
      openai: { messages: [{ role: 'system', content: 'Be brief.' }, asked] },
      anthropic: { system: 'Be brief.' },
      gemini: { systemInstruction: { parts: [{ text: 'Be brief.' }] } },
    },
    describe: (request) => (request.messages[0]?.role === 'system' ? 'system' : null),
  },
  {
    name: 'system text within the conversation',
    samples: {
      openai: { messages: [asked, answered, { role: 'system', content: 'Be brief.' }, asked] },
      anthropic: { messages: [asked, answered, { role: 'system', content: 'Be brief.' }, asked] },
    },
    describe: ({ messages }) => {
      const at = messages.findIndex(({ parts }) => parts.some((part) => wordsOf(part).includes('Be brief.')))
      return at < 0 ? null : `${messages[at]?.role}, ${at === 0 ? 'in front' : 'in its place'}`
    },
  },
  {
    name: 'image, bytes',
    samples: {
      openai: {
        messages: asks([{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }]),
      },
      anthropic: { messages: asks([block('image', 'image/png')]) },
      gemini: { contents: contents(inlineData('image/png')) },
    },
    describe: (request) => describeMedia(find(request, 'image')),
  },
  {
    name: 'image, URL',
    samples: {
      openai: { messages: asks([{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }]) },
      anthropic: {
        messages: asks([{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }]),
      },
      gemini: {
        contents: contents({ fileData: { mimeType: 'image/png', fileUri: 'https://example.com/a.png' } }),
      },
    },
    describe: (request) => describeMedia(find(request, 'image')),
  },
  {
    name: 'image detail',
    samples: {
      openai: {
        messages: asks([{ type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } }]),
      },
    },
    describe: (request) => printed(find(request, 'image')?.detail),
  },
  {
    name: 'document (PDF)',
    samples: {
      openai: {
        messages: asks([
          { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${data}` } },
        ]),
      },
      anthropic: { messages: asks([block('document', 'application/pdf')]) },
      gemini: { contents: contents(inlineData('application/pdf')) },
    },
    describe: (request) => describeMedia(find(request, 'file')),
  },
  {
    name: 'sound',
    samples: {
      openai: { messages: asks(['Listen.', { type: 'input_audio', input_audio: { data, format: 'wav' } }]) },
      gemini: { contents: contents({ text: 'Listen.' }, inlineData('audio/wav')) },
    },
    describe: (request) => describeMedia(find(request, 'audio')),
  },
]
