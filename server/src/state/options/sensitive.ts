import { booleanOption, longLinesOption } from '../option-type.ts'
import { option } from './option.ts'

/** Sensitive words: a card of the tab "operation". */
export const sensitiveOptions = {
  CheckSensitiveEnabled: option({
    type: booleanOption,
    default: true,
    writer: 'admin',
    screen: 'operation',
    effect: 'Sensitive words are looked for.',
  }),
  CheckSensitiveOnPromptEnabled: option({
    type: booleanOption,
    default: true,
    writer: 'admin',
    screen: 'operation',
    effect: 'They are looked for in what callers send.',
  }),
  CheckSensitiveOnCompletionEnabled: option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'operation',
    effect: 'They are looked for in what models answer.',
  }),
  StopOnSensitiveEnabled: option({
    type: booleanOption,
    default: true,
    writer: 'admin',
    screen: 'operation',
    effect: 'An answer with such a word is ended; otherwise the word is masked.',
  }),
  SensitiveWords: option({
    type: longLinesOption,
    default: ['test_sensitive'],
    writer: 'admin',
    screen: 'operation',
    effect: 'The words, one a line; case does not matter.',
  }),
} as const
