import { expect, test } from 'bun:test'
import type { Channel } from '@sluice/contract/channel'
import { channelTypes } from '@sluice/contract/channel-types'
import { joinKey, type KeyForm, type KeyPart, type KeyPartName, type KeyParts } from '@sluice/contract/key-forms'
import { parseRecord } from '@sluice/contract/read-json'
import { keyOnOneLine } from '@sluice/contract/split-keys'
import { sampleChannel } from '../../../test/sample-channel.ts'
import { fireEvent, screen, visit, waitFor } from '../../../test/visit.tsx'
import en from '../../locales/en/channel-keys.ts'
import zh from '../../locales/zh/channel-keys.ts'
import { ChannelDrawer } from './channel-drawer.tsx'
import { hasKeyParts } from './key-entry.ts'
import { channelEditorAnswers } from './test-channel.ts'

const texts = { en, zh }
const typesWithParts = channelTypes.filter(({ id }) => hasKeyParts(id))

const account = JSON.stringify({
  type: 'service_account',
  client_email: 'a@b.example',
  project_id: 'p',
  private_key: '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n',
})
/** Parts that must have a certain form; all other parts accept any word. */
const rightValues: Partial<Record<KeyPartName, string>> = {
  appId: '507f1f77bcf86cd799439011',
  region: 'eu-central-1',
  accountId: '023e105f4ecef8ad9ca31a8372d0c353',
  serviceAccount: account,
}
const rightValueOf = ({ name }: KeyPart): string => rightValues[name] ?? `my-${name}`

const rightParts = ({ parts }: KeyForm): KeyParts =>
  Object.fromEntries(parts.map((part) => [part.name, rightValueOf(part)]))

function findControl({ name }: KeyPart): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`[id$="_key_parts_${name}"]`)
  if (found === null) throw new Error(`there is no field for ${name}`)
  return found
}
const itemOf = (part: KeyPart): string => findControl(part).closest('.ant-form-item')?.textContent ?? ''
const faultOf = (part: KeyPart): string =>
  findControl(part).closest('.ant-form-item')?.querySelector('.ant-form-item-explain-error')?.textContent ?? ''

const fill = (part: KeyPart, value: string) => {
  fireEvent.change(findControl(part), { target: { value } })
  fireEvent.blur(findControl(part))
}

async function edit(type: number, language: 'en' | 'zh') {
  const channel: Channel = { ...sampleChannel, type, base_url: 'https://a.example', other: '1' }
  return await visit(<ChannelDrawer open={{ kind: 'edit', id: 7 }} onClose={() => undefined} />, {
    language,
    answers: {
      ...channelEditorAnswers(channel),
      'PUT /api/channel/': () => ({ data: channel }),
    },
  })
}

const choose = async ({ name }: KeyForm, language: 'en' | 'zh') => {
  const label = texts[language].keyForm[name]
  const choices = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('.ant-segmented-item')]
    if (!found.some(({ textContent }) => textContent === label)) throw new Error(`no choice ${label}`)
    return found
  })
  const input = choices.find(({ textContent }) => textContent === label)?.querySelector('input')
  if (input) fireEvent.click(input)
}

const cases = typesWithParts.flatMap(({ id, label, keyForms }) =>
  keyForms.map((form, index) => ({ id, label, form, name: form.name, language: index % 2 ? 'zh' : 'en' }) as const),
)

test.each(cases)(
  'a key of $label as $name has a field for each part, which refuses a wrong value',
  async ({ id, form, language }) => {
    const words = texts[language].keyPart
    const { api } = await edit(id, language)
    await choose(form, language)
    for (const part of form.parts) {
      await waitFor(() => findControl(part))
      expect(itemOf(part)).toContain(words[part.name].label)
      expect(itemOf(part)).toContain(words[part.name].help)
    }
    const values = rightParts(form)
    for (const part of form.parts) fill(part, rightValueOf(part))
    for (const part of form.parts) {
      fill(part, '密 钥')
      await waitFor(() => {
        if (faultOf(part) === '') throw new Error(`${part.name} is not refused`)
      })
      expect(findControl(part).value).toBe('密 钥')
      fill(part, rightValueOf(part))
    }
    const [save] = screen.getAllByRole('button', { name: language === 'en' ? 'Save' : '保存' })
    if (save === undefined) throw new Error('there is no button to save')
    api.takeCalls()
    fireEvent.click(save)
    const sent = await waitFor(() => {
      const call = api.takeCalls().find(({ key }) => key === 'PUT /api/channel/')
      if (call === undefined) throw new Error('nothing is sent')
      return call
    })
    expect(parseRecord(JSON.stringify(sent.body))?.key).toBe(keyOnOneLine(joinKey(form, values)))
  },
  120_000,
)

test('the types whose keys have parts are those with several parts or forms', () => {
  const declared = channelTypes.filter(({ keyForms }) => keyForms.flatMap(({ parts }) => parts).length > 1)
  expect(typesWithParts).toEqual(declared)
  expect(cases.length).toBeGreaterThan(typesWithParts.length)
})

test('the help beside the fields of a key leads to the text for several keys, where it says how to enter them', async () => {
  const { user } = await edit(33, 'en')
  await screen.findByText(/To enter several keys, choose the text form\.$/)
  expect(screen.queryByText(/one per line/)).toBeNull()
  await user.click(screen.getByText(en.keyForm.text))
  await screen.findByText(/Enter several keys one per line\.$/)
  expect(screen.queryByText(/choose the text form/)).toBeNull()
})
