import { describe, expect, test } from 'bun:test'
import { forTests } from '../../test/for-tests.ts'
import { createLog } from '../platform/log.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { lockOptions, writeOptionText } from '../store/options.ts'
import { engines } from '../store/test-databases.ts'
import { loadOptions, optionSecretSealContext } from './load-options.ts'

const secretBox = createSecretBox('one secret')
const log = createLog('silent')

for (const engine of engines) {
  describe(engine.name, () => {
    const store = forTests(engine.fresh)
    const write = (name: string, value: string) => writeOptionText(store.db, { name, value, updatedAt: 1 })
    const load = () => loadOptions({ db: store.db, secretBox, log })

    test('secrets are opened; an unreadable one is empty and affects no other option', async () => {
      await write('SystemName', 'River')
      await write('SMTPToken', secretBox.seal('open sesame', optionSecretSealContext('SMTPToken')))
      // Sealed for another place, with another key, and not at all.
      await write('EpayKey', secretBox.seal('x', optionSecretSealContext('SMTPToken')))
      await write('WorkerValidKey', createSecretBox('two').seal('x', optionSecretSealContext('WorkerValidKey')))
      await write('TelegramBotToken', 'in clear')
      expect(await load()).toMatchObject({
        SystemName: 'River',
        SMTPToken: 'open sesame',
        EpayKey: '',
        WorkerValidKey: '',
        TelegramBotToken: '',
      })
    })

    test('the lock is exclusive until the end of the transaction', async () => {
      const order: string[] = []
      const change = (name: string) =>
        store.db.transaction().execute(async (trx) => {
          await lockOptions(trx, 1)
          order.push(`${name} begins`)
          await loadOptions({ db: trx, secretBox, log })
          order.push(`${name} ends`)
        })
      await Promise.all(['a', 'b', 'c'].map(change))
      const pairs = [0, 2, 4].map((index) => order.slice(index, index + 2).map((line) => line.split(' ')[0]))
      expect(pairs.every(([first, second]) => first === second)).toBe(true)
    })
  })
}
