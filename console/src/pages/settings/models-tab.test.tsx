import { describe, expect, test } from 'bun:test'
import { optionTabs } from '@sluice/contract/options/tabs'
import { visitSettings } from '../../../test/settings-visit.tsx'
import { fireEvent, screen, waitFor, waitForValue, waitUntilGone, within } from '../../../test/visit.tsx'

test.each(['system', 'other', 'ratelimit', 'models'] as const)(
  'the tab %s shows every option of its cards',
  async (tab) => {
    await visitSettings(tab)
    const rows = [...document.querySelectorAll<HTMLElement>('[data-option]')]
    const declared = optionTabs[tab].flatMap(({ options }) => Object.keys(options))
    expect(rows.map(({ dataset }) => dataset.option ?? '').sort()).toEqual(declared.sort())
  },
)

test('the interval of pings can be set only while pings are on', async () => {
  const { user, written, control, option, fill, save, waitForText } = await visitSettings('models')
  const seconds = 'general_setting.ping_interval_seconds'
  expect(control(seconds).hasAttribute('disabled')).toBe(true)
  await user.click(control('general_setting.ping_interval_enabled'))
  fill(seconds, '0')
  await save('global')
  await within(option(seconds)).findByText('Must be between 1 and 3,600')
  fill(seconds, '15')
  await save('global')
  await waitForText('Saved')
  expect(written()).toEqual([
    { key: seconds, value: '15' },
    { key: 'general_setting.ping_interval_enabled', value: 'true' },
  ])
})

test('shares must be between 0.1 and 1, and JSON must be valid', async () => {
  const { written, option, fill, save, waitForText } = await visitSettings('models', { language: 'zh' })
  const share = 'gemini.thinking_adapter_budget_tokens_percentage'
  for (const text of ['0.05', '1.5']) {
    fill(share, text)
    await within(option(share)).findByText('请填写 0.1 到 1 之间的数')
  }
  fill(share, '0.75')
  fill('gemini.version_settings', '{"default":1}')
  await save('gemini')
  await waitForText('未保存，请修正标出的内容')
  await within(option('gemini.version_settings')).findByText('default：必须是文本')
  fill('gemini.version_settings', '{"default":"v1beta"}')
  fill('gemini.supported_imagine_models', 'gemini-9-image,')
  await save('gemini')
  await waitForText('保存成功')
  const sent = Object.fromEntries(written().map(({ key, value }) => [key, value]))
  expect(Object.keys(sent).sort()).toEqual(['gemini.supported_imagine_models', share, 'gemini.version_settings'])
  expect(JSON.parse(sent['gemini.supported_imagine_models'] ?? '')).toContain('gemini-9-image')
  for (const key of ['claude.model_headers_settings', 'claude.default_max_tokens']) {
    fill(key, '{')
    await within(option(key)).findByText('不是有效的 JSON')
  }
})

describe('unsaved input', () => {
  test('survives a change of tabs, and is lost only after a confirmation', async () => {
    const { user, control, fill, address, go } = await visitSettings('models', { language: 'zh' })
    fill('claude.default_max_tokens', '{"default":1}')
    await user.click(screen.getByRole('tab', { name: '其他' }))
    await waitFor(() => expect(document.querySelector('#card-notice')).not.toBeNull())
    await user.click(screen.getByRole('tab', { name: /^模型/ }))
    await waitForValue(() => control('claude.default_max_tokens'), '{"default":1}')
    const before = address()
    go('/channel')
    await user.click(await screen.findByRole('button', { name: '继续编辑' }))
    await waitUntilGone(() => screen.queryByRole('dialog'))
    expect(address()).toBe(before)
    go('/channel')
    await user.click(await screen.findByRole('button', { name: '放弃修改' }))
    await screen.findByText('another page')
    expect(address()).toBe('/channel')
  })

  test('is undone by the button beside its label; Ctrl+Enter saves the card', async () => {
    const { user, written, control, option, fill, waitForText } = await visitSettings('models')
    const share = 'claude.thinking_adapter_budget_tokens_percentage'
    fill(share, '0.5')
    await user.click(screen.getByRole('button', { name: 'Undo the change of Thinking budget share' }))
    expect(control(share)).toHaveProperty('value', '0.8')
    expect(option(share).dataset.changed).toBe('false')
    fill(share, '0.9')
    fireEvent.keyDown(control(share), { key: 'Enter', ctrlKey: true })
    await waitForText('Saved')
    expect(written()).toEqual([{ key: share, value: '0.9' }])
  })
})
