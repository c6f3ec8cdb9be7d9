import type { Channel } from '@sluice/contract/channel'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import { formatDuration } from '../../lib/format.ts'
import { responseTone } from './channel-state.ts'
import css from './channels.module.css'
import { sortModels, splitNames } from './model-names.ts'
import { type TestResult, testChannel } from './queries.ts'

export interface ChannelTestDialogProps {
  channel: Channel
  /** After each test: the list shows the new time. */
  onTested(): void
  onClose(): void
}

/** Tests a channel with a model that is chosen here; results stay beside their models. */
export function ChannelTestDialog({ channel, onTested, onClose }: ChannelTestDialogProps) {
  const { t } = useTranslation(['channels', 'common'])
  const [text, setText] = useState('')
  const [results, setResults] = useState<Readonly<Record<string, TestResult | 'running'>>>({})
  const models = sortModels(splitNames(channel.models))
  const found = models.filter((name) => name.toLowerCase().includes(text.trim().toLowerCase()))

  const test = async (model: string) => {
    setResults((before) => ({ ...before, [model]: 'running' }))
    const result = await testChannel(channel.id, model)
    setResults((before) => ({ ...before, [model]: result }))
    onTested()
  }

  return (
    <Modal
      open
      title={t('test.title', { name: channel.name })}
      footer={<Button onClick={onClose}>{t('common:actions.close')}</Button>}
      onCancel={onClose}
    >
      <p className={css.hint}>{t('test.hint')}</p>
      <Input
        allowClear
        aria-label={t('models.search')}
        placeholder={t('models.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className={css.testList}>
        {found.map((model) => {
          const result = results[model]
          return (
            <li key={model}>
              <code>{model}</code>
              <TestOutcome result={result} />
              <Button
                size="small"
                loading={result === 'running'}
                aria-label={t('test.one', { name: model })}
                onClick={() => test(model)}
              >
                {t('test.action')}
              </Button>
              {result !== undefined && result !== 'running' && !result.ok && (
                <p className={css.testError}>{result.message}</p>
              )}
            </li>
          )
        })}
        {found.length === 0 && <li className={css.muted}>{t('models.noneFound')}</li>}
      </ul>
    </Modal>
  )
}

function TestOutcome({ result }: { result: TestResult | 'running' | undefined }) {
  const { t } = useTranslation('channels')
  if (result === undefined || result === 'running') return null
  const time = formatDuration(result.ms)
  return (
    <span role="status">
      {result.ok ? (
        <ColorTag color={responseTone(result.ms)}>{t('test.ok', { time })}</ColorTag>
      ) : (
        <ColorTag color="red">{t('test.notOk', { time })}</ColorTag>
      )}
    </span>
  )
}
