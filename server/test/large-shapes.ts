import { EventStreamCodec } from '@smithy/eventstream-codec'

/** Large calls, for a server with the channels of `large-blocks.test.ts`. */

/** A call with a large body or a large answer. */
export interface Shape {
  path: string
  body: string
  answer: string | Uint8Array
  isStream?: boolean
  /** The content type of the answer; absent = that of its form. */
  type?: string
  /** The answer is screened for words. */
  isScreened?: boolean
}

/** The channels that serve the calls. */
export const largeChannels: readonly { models: string; type?: number; model_mapping?: string; key?: string }[] = [
  { models: 'gpt-4o,text-embedding-3-small' },
  {
    models: 'gpt-4.1',
    model_mapping: '{"gpt-4.1":"gpt-4.1-mini"}',
  },
  {
    type: 14,
    models: 'claude-sonnet-4-5',
  },
  {
    type: 24,
    models: 'gemini-2.5-flash,gemini-embedding-001',
  },
  {
    type: 42,
    models: 'mistral-large-latest',
  },
  {
    type: 33,
    models: 'anthropic.claude-sonnet-4-5',
    key: 'AKIAEXAMPLE|secret|us-east-1',
  },
]

const size = 27_000_000
const chatPath = '/v1/chat/completions'
const messagesPath = '/v1/messages'
const geminiPath = '/v1beta/models/gpt-4o:generateContent'
const repeat = (piece: string) => piece.repeat(size / piece.length)
const list = (piece: string) => `{"q":[${repeat(`${piece},`)}1]}`
const values = {
  text: `{"q":"${repeat('The quick brown fox jumps. ')}"}`,
  fractions: list('-0.012345678'),
  digits: list('1234567890123456789'),
}
const times = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join()
const quoted = (text: string) => JSON.stringify(text)
const user = '{"role":"user","content":"x"}'
const chat = (model: string, messages = user, more = '') =>
  `{"model":"${model}","max_tokens":10${more},"messages":[${messages}]}`
/** A message with pictures of about `length` bytes: PNG or JPEG. */
const pictures = (count: number, length: number, start = 'iVBORw0KGgo') =>
  `{"role":"user","content":[${times(count, (at) => `{"type":"image_url","image_url":{"url":"data:image/png;base64,${start}${String(at).padStart(5, '0')}${'A'.repeat(length)}"}}`)}]}`
const jpegStart = '/9j/'
const called = (args: string) =>
  `${user},{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":${quoted(args)}}}]},{"role":"tool","tool_call_id":"c","content":"y"}`
const used = (args: string) =>
  `${user},{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":${args}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"y"}]}`
const usage = '"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}'
const chatAnswer = (message: string) =>
  `{"id":"x","object":"chat.completion","model":"m","choices":[{"index":0,"message":{"role":"assistant",${message}},"finish_reason":"stop"}],${usage}}`
const calling = (args: string) =>
  chatAnswer(
    `"content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":${quoted(args)}}}]`,
  )
const message = (content: string) =>
  `{"id":"m","type":"message","role":"assistant","model":"c","content":[${content}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}}`
const using = (args: string) => message(`{"type":"tool_use","id":"c","name":"f","input":${args}}`)
const hi = chatAnswer('"content":"hi"')
const geminiHi =
  '{"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2}}'
const claudeHi = message('{"type":"text","text":"hi"}')
const contents = '{"contents":[{"role":"user","parts":[{"text":"x"}]}]}'
const oneVector = `[${'-0.0123456,'.repeat(1_000)}1]`
const encodedVector = quoted(Buffer.from(Float32Array.from({ length: 1_000 }, Math.sin).buffer).toString('base64'))
const vectorsOf = (vector: string) =>
  `{"object":"list","data":[${repeat(`{"object":"embedding","index":0,"embedding":${vector}},`)}{"object":"embedding","index":1,"embedding":[1]}],"usage":{"prompt_tokens":1,"total_tokens":1}}`
const vectors = vectorsOf(oneVector)
const geminiVectors = {
  path: '/v1beta/models/text-embedding-3-small:batchEmbedContents',
  body: '{"requests":[{"content":{"parts":[{"text":"x"}]}}]}',
}
const chunkOf = (delta: string, finish = 'null') =>
  `data: {"id":"x","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{${delta}},"finish_reason":${finish}}]}\n\n`
const chunk = (text: string) =>
  `data: {"id":"x","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"content":"${text}"},"finish_reason":null}]}\n\n`

/** A stream with one large event after its first one. */
const streamOf = (delta: string) =>
  `${chunk('a')}data: {"id":"x","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{${delta}},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`
const eventSize = 15_000_000
const eventText = 'Hi you. '.repeat(eventSize / 8)
const eventCyrillic = 'Привет. '.repeat(100_000)
const eventFractions = `{"q":[${'-0.012345678,'.repeat(eventSize / 13)}1]}`
const streamed = (model: string) => chat(model, user, ',"stream":true')
const pieces = (text: string, length = 8_000) =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length))
const callStart = chunkOf(
  '"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"f","arguments":""}}]',
)
const callPart = (args: string) => chunkOf(`"tool_calls":[{"index":0,"function":{"arguments":${quoted(args)}}}]`)
const wholeCall = (args: string) =>
  chunkOf(`"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"f","arguments":${args}}}]`)
const callsEnd = `${chunkOf('', '"tool_calls"')}data: [DONE]\n\n`
const geminiStream = '/v1beta/models/gpt-4o:streamGenerateContent?alt=sse'
const named = (type: string, fields: string) => `event: ${type}\ndata: {"type":"${type}",${fields}}\n\n`
/** A stream of Messages with one block. */
const messageStream = (block: string, deltas: string[]) =>
  [
    named(
      'message_start',
      '"message":{"id":"m","type":"message","role":"assistant","model":"c","content":[],"usage":{"input_tokens":1,"output_tokens":1}}',
    ),
    named('content_block_start', `"index":0,"content_block":${block}`),
    ...deltas.map((delta) => named('content_block_delta', `"index":0,"delta":${delta}`)),
    named('content_block_stop', '"index":0'),
    named('message_delta', '"delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}'),
    named('message_stop', '"x":0'),
  ].join('')
const responses = (more = '') => `{"model":"claude-sonnet-4-5","input":"x","stream":true${more}}`
const responsesPath = '/v1/responses'
const geminiEvent = (part: string) => `data: ${geminiHi.replace('{"text":"a"}', () => part)}\n\n`

const awsCodec = new EventStreamCodec(
  (bytes) => (typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8')),
  (text) => Buffer.from(text),
)
/** A stream in AWS framing, of the events of one of Messages. */
const inAwsFrames = (stream: string): Uint8Array =>
  Buffer.concat(
    [...stream.matchAll(/^data: (.*)$/gm)].map(([, event = '']) =>
      awsCodec.encode({
        headers: {
          ':message-type': { type: 'string', value: 'event' },
          ':event-type': { type: 'string', value: 'chunk' },
        },
        body: Buffer.from(JSON.stringify({ bytes: Buffer.from(event).toString('base64') })),
      }),
    ),
  )

/** What is large, by its name. */
export const largeShapes: [string, Shape][] = [
  [
    'arguments that become objects, of fractions',
    { path: chatPath, body: chat('claude-sonnet-4-5', called(values.fractions)), answer: claudeHi },
  ],
  [
    'arguments that become objects, of long numbers',
    { path: chatPath, body: chat('gemini-2.5-flash', called(values.digits)), answer: geminiHi },
  ],
  ['many pictures', { path: chatPath, body: chat('gpt-4o', pictures(300, 70_000)), answer: hi }],
  ['many photographs', { path: chatPath, body: chat('gpt-4o', pictures(300, 70_000, jpegStart)), answer: hi }],
  ['very many pictures', { path: chatPath, body: chat('gpt-4o', pictures(20_000, 1_000)), answer: hi }],
  [
    'very many translated pictures',
    { path: chatPath, body: chat('claude-sonnet-4-5', pictures(20_000, 1_000)), answer: claudeHi },
  ],
  [
    'very many messages',
    {
      path: chatPath,
      body: chat(
        'gemini-2.5-flash',
        times(28_000, () => user),
      ),
      answer: geminiHi,
    },
  ],
  [
    'many messages of some length',
    {
      path: chatPath,
      body: chat(
        'claude-sonnet-4-5',
        times(12_000, () => `{"role":"user","content":"${'Hi you. '.repeat(280)}"}`),
      ),
      answer: claudeHi,
    },
  ],
  ['objects that become arguments', { path: messagesPath, body: chat('gpt-4o', used(values.fractions)), answer: hi }],
  [
    'a passed answer of text',
    { path: chatPath, body: chat('gpt-4o'), answer: chatAnswer(`"content":${quoted(values.text)}`) },
  ],
  [
    'a passed answer of another model',
    { path: chatPath, body: chat('gpt-4.1'), answer: chatAnswer(`"content":"hi","x":${values.fractions}`) },
  ],
  ['vectors', { path: '/v1/embeddings', body: '{"model":"text-embedding-3-small","input":"x"}', answer: vectors }],
  [
    'a translated answer of text',
    { path: messagesPath, body: chat('gpt-4o'), answer: chatAnswer(`"content":${quoted(values.text)}`) },
  ],
  ['a translated answer with arguments', { path: geminiPath, body: contents, answer: calling(values.fractions) }],
  [
    'a translated answer with objects',
    { path: chatPath, body: chat('claude-sonnet-4-5'), answer: using(values.fractions) },
  ],
  [
    'a whole answer that becomes a stream',
    { path: messagesPath, body: chat('gpt-4o', user, ',"stream":true'), answer: calling(values.fractions) },
  ],
  [
    'many frames at once',
    {
      path: messagesPath,
      body: chat('gpt-4o', user, ',"stream":true'),
      answer: `${chunk('hi there').repeat(100_000)}data: [DONE]\n\n`,
      isStream: true,
    },
  ],
  [
    'one event of text',
    { path: chatPath, body: streamed('gpt-4o'), answer: streamOf(`"content":"${eventText}"`), isStream: true },
  ],
  [
    'one event of fractions',
    {
      path: chatPath,
      body: streamed('gpt-4o'),
      answer: streamOf(`"content":"a","x":${eventFractions}`),
      isStream: true,
    },
  ],
  [
    'one event of text, with another name of the model',
    { path: chatPath, body: streamed('gpt-4.1'), answer: streamOf(`"content":"${eventText}"`), isStream: true },
  ],
  [
    'one event with objects that become arguments',
    {
      path: chatPath,
      body: streamed('gemini-2.5-flash'),
      answer: geminiEvent(`{"functionCall":{"name":"f","args":${eventFractions}}}`),
      isStream: true,
    },
  ],
  [
    'one event with an image',
    {
      path: chatPath,
      body: streamed('gemini-2.5-flash'),
      answer: geminiEvent(`{"inlineData":{"mimeType":"image/png","data":"${'A'.repeat(eventSize)}"}}`),
      isStream: true,
    },
  ],
  [
    'an event with arguments for a client of Gemini',
    { path: geminiStream, body: contents, answer: callStart + callPart(eventFractions) + callsEnd, isStream: true },
  ],
  [
    'an event with arguments of powers for a client of Gemini',
    {
      path: geminiStream,
      body: contents,
      answer: callStart + callPart(`{"q":[${'1.5e300,'.repeat(eventSize / 8)}1]}`) + callsEnd,
      isStream: true,
    },
  ],
  [
    'many frames of arguments for a client of Gemini',
    {
      path: geminiStream,
      body: contents,
      answer: callStart + pieces(eventFractions).map(callPart).join('') + callsEnd,
      isStream: true,
    },
  ],
  [
    'many frames of text for a client of Responses',
    {
      path: responsesPath,
      body: responses(),
      answer: messageStream(
        '{"type":"text","text":""}',
        pieces(eventText).map((text) => `{"type":"text_delta","text":"${text}"}`),
      ),
      isStream: true,
    },
  ],
  [
    'many frames of input of a custom tool',
    {
      path: responsesPath,
      body: responses(',"tools":[{"type":"custom","name":"f"}]'),
      answer: messageStream(
        '{"type":"tool_use","id":"c","name":"f","input":{}}',
        pieces(`{"input":"${eventText}"}`).map((text) => `{"type":"input_json_delta","partial_json":${quoted(text)}}`),
      ),
      isStream: true,
    },
  ],
  [
    'an event with arguments for a client of Messages',
    {
      path: messagesPath,
      body: streamed('gpt-4o'),
      answer: callStart + callPart(eventFractions) + callsEnd,
      isStream: true,
    },
  ],
  [
    'one event of fractions, with another name of the model',
    {
      path: chatPath,
      body: streamed('gpt-4.1'),
      answer: streamOf(`"content":"a","x":${eventFractions}`),
      isStream: true,
    },
  ],
  [
    'an answer of Mistral of one text',
    {
      path: chatPath,
      body: chat('mistral-large-latest'),
      answer: chatAnswer(`"content":[{"type":"text","text":"${repeat('Hi you. ')}"}]`),
    },
  ],
  [
    'an answer of Mistral of many parts',
    {
      path: chatPath,
      body: chat('mistral-large-latest'),
      answer: chatAnswer(`"content":[${times(90_000, () => `{"type":"text","text":"${'Hi you. '.repeat(30)}"}`)}]`),
    },
  ],
  [
    'an answer of Mistral with fractions',
    {
      path: chatPath,
      body: chat('mistral-large-latest'),
      answer: chatAnswer(`"content":[{"type":"text","text":"a"}],"x":${values.fractions}`),
    },
  ],
  [
    'an event of Mistral with fractions',
    {
      path: chatPath,
      body: streamed('mistral-large-latest'),
      answer: streamOf(`"content":[{"type":"text","text":"a"}],"x":${eventFractions}`),
      isStream: true,
    },
  ],
  ['vectors of another format', { ...geminiVectors, answer: vectors }],
  ['vectors of another format, in base64', { ...geminiVectors, answer: vectorsOf(encodedVector) }],
  [
    'vectors of another format that become base64',
    {
      path: '/v1/embeddings',
      body: '{"model":"gemini-embedding-001","input":["x"],"encoding_format":"base64"}',
      answer: `{"embeddings":[${repeat(`{"values":${oneVector}},`)}{"values":[1]}]}`,
    },
  ],
  [
    'an unrequested stream of text',
    {
      path: chatPath,
      body: chat('gpt-4o'),
      answer: `${pieces(repeat('Hi you. '))
        .map((text) => chunk(text))
        .join('')}${chunkOf('', '"stop"')}data: [DONE]\n\n`,
      isStream: true,
    },
  ],
  [
    'an unrequested stream of arguments',
    {
      path: messagesPath,
      body: chat('gpt-4o'),
      answer: callStart + pieces(values.fractions).map(callPart).join('') + callsEnd,
      isStream: true,
    },
  ],
  [
    'a call after one of the same index and id',
    {
      path: messagesPath,
      body: streamed('gpt-4o'),
      answer: wholeCall(quoted(eventFractions)) + wholeCall('"{}"') + callsEnd,
      isStream: true,
    },
  ],
  [
    'an event with arguments that are an object',
    { path: messagesPath, body: streamed('gpt-4o'), answer: wholeCall(eventFractions) + callsEnd, isStream: true },
  ],
  [
    'a last event without its end',
    {
      path: messagesPath,
      body: streamed('gpt-4o'),
      answer: streamOf(`"content":"a","x":${eventFractions}`).replace(/\n\ndata: \[DONE\]\n\n$/, ''),
      isStream: true,
    },
  ],
  [
    'an event in AWS framing',
    {
      path: messagesPath,
      body: streamed('anthropic.claude-sonnet-4-5'),
      answer: inAwsFrames(
        messageStream('{"type":"text","text":""}', [`{"type":"text_delta","text":"${'Hi you. '.repeat(500_000)}"}`]),
      ),
      type: 'application/vnd.amazon.eventstream',
    },
  ],
  [
    'a screened answer',
    {
      path: chatPath,
      body: chat('gpt-4o'),
      answer: chatAnswer(`"content":"${eventCyrillic} forbidden"`),
      isScreened: true,
    },
  ],
  [
    'a screened event',
    {
      path: messagesPath,
      body: streamed('gpt-4o'),
      answer: streamOf(`"content":"${eventCyrillic}"`),
      isStream: true,
      isScreened: true,
    },
  ],
  [
    'many screened frames at once',
    {
      path: chatPath,
      body: streamed('gpt-4o'),
      answer: chunk('hi there').repeat(60_000) + callsEnd,
      isStream: true,
      isScreened: true,
    },
  ],
  [
    'screened combining marks',
    {
      path: chatPath,
      body: chat('gpt-4o', `{"role":"user","content":"${'\u0301\u0316'.repeat(20_000)}"}`),
      answer: hi,
      isScreened: true,
    },
  ],
  [
    'calls that interleave',
    {
      path: messagesPath,
      body: streamed('gpt-4o'),
      answer: `${callStart}${callPart('{"q":[1')}${callStart.replace('"index":0,"id":"c"', '"index":1,"id":"d"')}${callPart(',{}').repeat(60_000)}${callPart(']}')}${callsEnd}`,
      isStream: true,
    },
  ],
]
