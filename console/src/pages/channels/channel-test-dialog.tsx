import { type CallEndpoint, callEndpoints } from '@sluice/contract/priced-kinds'
import { Button, Input, Modal, Progress, Select, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { useFocusReturn } from '../../components/use-focus-return.ts'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { may, useSessionUser } from '../../lib/session.ts'
import { sortModels } from '../../lib/sort-models.ts'
import css from './channel-test.module.css'
import channels from './channels.module.css'
import { failedModels, type TestCounts } from './model-test-run.ts'
import type { TestHow } from './queries.ts'
import { TestCards, TestTable } from './tested-models.tsx'
import { useRemoveModels } from './use-remove-models.tsx'
import { useTestRun } from './use-test-run.ts'

export interface ChannelTestDialogProps {
  channel: { id: number; name: string }
  models: readonly string[]
  /** Called after a run, to update the times in the list. */
  onTested(): void
  onClose(): void
}

/** Tests one, selected or all models of a channel, with or without streaming, on a selectable endpoint. */
export function ChannelTestDialog({ channel, models: listed, onTested, onClose }: ChannelTestDialogProps) {
  const { t } = useTranslation(['channel-checks', 'channel-editor', 'common'])
  useFocusReturn(true)
  const isPhone = useIsPhone()
  const [text, setText] = useState('')
  const [how, setHow] = useState<TestHow>({ endpoint: '', isStream: false })
  const [models, setModels] = useState(() => sortModels(listed))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const run = useTestRun(channel.id, onTested)
  const removeModels = useRemoveModels(channel)
  const mayWrite = may(useSessionUser(), 'channel.write')
  const found = models.filter((name) => name.toLowerCase().includes(text.trim().toLowerCase()))
  const failed = failedModels(models, run.entries)
  const toTest = chosen.size > 0 ? models.filter((name) => chosen.has(name)) : found

  const choose = (some: readonly string[], isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, ...some] : [...chosen].filter((name) => !some.includes(name))))
  const removeFailed = () => {
    removeModels(failed, {
      onRemoved() {
        setModels((before) => before.filter((name) => !failed.includes(name)))
        choose(failed, false)
        run.forget(failed)
      },
      onUndone: () => setModels((before) => sortModels([...before, ...failed])),
    })
  }
  const list = {
    models: found,
    entries: run.entries,
    chosen,
    onChoose: choose,
    isRunning: run.isRunning,
    onTest: (model: string) => void run.start([model], how),
  }

  return (
    <Modal
      open
      width={860}
      title={t('test.title', { name: channel.name })}
      footer={
        <Row align="stretch" justify="last" wrap className={css.footer}>
          {failed.length > 0 && mayWrite && (
            <Button
              danger
              className={css.apart}
              disabled={run.isRunning || failed.length === models.length}
              title={failed.length === models.length ? t('test.removal.all') : undefined}
              onClick={removeFailed}
            >
              {t('test.removal.action', { count: failed.length })}
            </Button>
          )}
          <Button onClick={onClose}>{t('common:actions.close')}</Button>
          {run.isRunning ? (
            <Button onClick={run.cancel}>{t('test.cancel')}</Button>
          ) : (
            <Button type="primary" disabled={toTest.length === 0} onClick={() => void run.start(toTest, how)}>
              {chosen.size > 0 ? t('test.chosen', { count: toTest.length }) : t('test.all', { count: toTest.length })}
            </Button>
          )}
        </Row>
      }
      onCancel={onClose}
    >
      <p className={channels.dialogHint}>{t('test.hint')}</p>
      <Row wrap className={css.tools}>
        <Input
          allowClear
          className={css.search}
          aria-label={t('channel-editor:models.search')}
          placeholder={t('channel-editor:models.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <HowToTest how={how} isDisabled={run.isRunning} onChange={setHow} />
      </Row>
      {run.counts !== null && run.counts.total > 1 && <TestProgress counts={run.counts} isRunning={run.isRunning} />}
      <div className={css.list}>
        {found.length === 0 ? (
          <p className={css.none}>{t('channel-editor:models.noneFound')}</p>
        ) : isPhone ? (
          <TestCards {...list} />
        ) : (
          <TestTable {...list} />
        )}
      </div>
    </Modal>
  )
}

interface HowProps {
  how: TestHow
  isDisabled: boolean
  onChange(how: TestHow): void
}

/** Endpoints that can stream. '' selects the endpoint by the model. */
const streamed: ReadonlySet<CallEndpoint | ''> = new Set([
  '',
  'openai',
  'openai-response',
  'anthropic',
  'gemini',
  'completions',
])

function HowToTest({ how, isDisabled, onChange }: HowProps) {
  const { t } = useTranslation(['channel-checks', 'pricing'])
  const mayStream = streamed.has(how.endpoint)
  return (
    <>
      <Select<CallEndpoint | ''>
        className={css.endpoint}
        aria-label={t('test.endpoint')}
        disabled={isDisabled}
        value={how.endpoint}
        options={[
          { value: '', label: t('test.byName') },
          ...callEndpoints.map((type) => ({ value: type, label: t(`pricing:endpoint.${type}`) })),
        ]}
        onChange={(endpoint) => onChange({ endpoint, isStream: how.isStream && streamed.has(endpoint) })}
      />
      <Row as="span" gap={6} inline className={texts.number}>
        <Switch
          size="small"
          aria-label={t('test.stream')}
          disabled={isDisabled || !mayStream}
          checked={how.isStream}
          onChange={(isStream) => onChange({ ...how, isStream })}
        />
        <span aria-hidden>{t('test.stream')}</span>
      </Row>
    </>
  )
}

function TestProgress({ counts, isRunning }: { counts: TestCounts; isRunning: boolean }) {
  const { t } = useTranslation('channel-checks')
  const { done, total, passed, failed } = counts
  return (
    <Row gap={12} className={css.progress}>
      <Progress
        size="small"
        showInfo={false}
        aria-label={t('test.title', { name: '' })}
        status={isRunning ? 'active' : passed === 0 ? 'exception' : 'normal'}
        percent={total === 0 ? 0 : Math.floor((100 * done) / total)}
      />
      <span className={css.counts} role="status">
        {t('test.progress', { done, total, passed, failed })}
      </span>
    </Row>
  )
}
