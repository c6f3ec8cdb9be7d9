import type { RequestName } from './requests.ts'

interface Line {
  /** What it requires of every adapter. */
  requires: string
  /** Files of `server/test` that test it; those named `provider-…` for every channel type. */
  testedIn: readonly string[]
}

/** The lines that every adapter has to satisfy. */
export const checklist: Readonly<Record<number, Line>> = {
  1: {
    requires:
      'Plain and streamed text, characters and frames split anywhere, comments, cut streams, clients that disconnect.',
    testedIn: ['provider-table.test.ts', 'provider-checklist.test.ts', 'spark-socket.test.ts'],
  },
  2: {
    requires: 'Instructions in every place, any order of turns, empty contents.',
    testedIn: ['provider-checklist.test.ts'],
  },
  3: {
    requires:
      'One call and two, fragments that alternate, empty arguments, missing ids, results with images and errors.',
    testedIn: ['provider-table.test.ts', 'provider-checklist.test.ts', 'protocol-features.test.ts'],
  },
  4: { requires: 'Every tool choice and form of the answer.', testedIn: ['provider-checklist.test.ts'] },
  5: {
    requires: 'Images as bytes and by address, of an unknown type, and documents.',
    testedIn: ['provider-table.test.ts', 'provider-checklist.test.ts', 'remote-media.test.ts'],
  },
  6: { requires: 'Every reason for the end of an answer.', testedIn: ['protocol-pairs.test.ts'] },
  7: {
    requires: 'Every effort, visible thoughts, signatures, which a change of the account drops.',
    testedIn: ['provider-table.test.ts', 'provider-checklist.test.ts', 'protocol-accounts.test.ts'],
  },
  8: {
    requires: 'The parts of the usage, and the count of the gateway without it.',
    testedIn: ['provider-table.test.ts', 'provider-checklist.test.ts'],
  },
  9: {
    requires: 'Errors of every kind and place, mapped statuses, the time to retry, no key in a text.',
    testedIn: ['provider-table.test.ts', 'provider-checklist.test.ts'],
  },
  10: {
    requires: 'Wrong parts of keys, exchanged tokens, signatures.',
    testedIn: [
      'provider-checklist.test.ts',
      'cloud-hosts.test.ts',
      'hosts.test.ts',
      '../src/providers/signing.test.ts',
    ],
  },
  11: {
    requires: 'Limits of output, temperatures and stop texts; suffixes of models.',
    testedIn: ['provider-checklist.test.ts', 'protocol-features.test.ts'],
  },
  12: { requires: 'Tools of newer GPT models by Responses.', testedIn: ['openai-responses.test.ts'] },
  13: {
    requires: 'Anthropic’s newer version, its key as bearer, counted tokens.',
    testedIn: ['protocol-features.test.ts', 'protocol-errors.test.ts'],
  },
  14: {
    requires: 'Gemini clients: the key in the query, fields in snake case, arrays, counted tokens, embeddings.',
    testedIn: ['provider-checklist.test.ts', 'provider-calls.test.ts'],
  },
  15: {
    requires: 'Tasks: nothing charged for refused ones, one refund, follow-ups at the same channel.',
    testedIn: ['tasks-drawing.test.ts', 'tasks-music.test.ts', 'tasks-crash.test.ts'],
  },
}

/** The requests of each line. */
export const requestsOfLine: Readonly<Record<number, readonly RequestName[]>> = {
  2: ['system', 'assistantFirst', 'twoQuestions', 'emptyContent'],
  3: ['toolResults'],
  4: ['toolAuto', 'toolNone', 'toolRequired', 'toolNamed', 'jsonObject', 'jsonSchema'],
  5: ['imageUrl', 'imageTiff', 'pdf'],
  7: ['effortNone', 'effortLow', 'effortHigh'],
  11: ['stop', 'stops', 'limit', 'temperature0', 'temperature1', 'temperature2'],
}
