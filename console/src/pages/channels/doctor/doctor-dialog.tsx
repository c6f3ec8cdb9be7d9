import {
  type DoctorCheck,
  type DoctorClient,
  type DoctorEstimate,
  type DoctorPlan,
  type DoctorRun,
  doctorChecks,
  doctorClients,
  doctorModelsMax,
  doctorUsualChecks,
} from '@sluice/contract/channel-doctor'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Modal, Progress, Select } from 'antd'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hiddenTags } from '../../../components/hidden-tags.ts'
import layout from '../../../components/layout.module.css'
import { Row, Stack } from '../../../components/layout.tsx'
import texts from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import { useFocusReturn } from '../../../components/use-focus-return.ts'
import { api } from '../../../lib/api.ts'
import { formatNumber, formatQuota } from '../../../lib/format.ts'
import { formatList } from '../../../lib/format-list.ts'
import { may, useSessionUser } from '../../../lib/session.ts'
import { sortModels } from '../../../lib/sort-models.ts'
import { useQuotaFormat } from '../../../lib/use-quota-format.ts'
import channels from '../channels.module.css'
import { useRemoveModels } from '../use-remove-models.tsx'
import css from './doctor.module.css'
import { DoctorMatrix } from './doctor-matrix.tsx'
import { countResults, testedBy, verdictOf } from './doctor-results.ts'
import { useDoctorRun } from './use-doctor-run.ts'

export interface DoctorDialogProps {
  channel: { id: number; name: string }
  models: readonly string[]
  /** Calls of other channels are refused. */
  isEnabled: boolean
  /** Called when models were removed. */
  onChanged(): void
  onClose(): void
}

/** Few enough to see the cost and the result at a glance. */
const chosenFirst = 3

/** Tests a channel as each kind of client calls it, and keeps the models that pass. */
export default function DoctorDialog({ channel, models: listed, isEnabled, onChanged, onClose }: DoctorDialogProps) {
  const { t } = useTranslation(['channel-doctor', 'channel-checks', 'common'])
  useFocusReturn(true)
  const [models, setModels] = useState(() => sortModels(listed))
  const [chosen, setChosen] = useState<readonly string[]>(() => sortModels(listed).slice(0, chosenFirst))
  const [clients, setClients] = useState<readonly DoctorClient[]>(doctorClients)
  const [checks, setChecks] = useState<readonly DoctorCheck[]>(doctorUsualChecks)
  const { run, isRunning, isBusy, start, stop } = useDoctorRun(channel.id)
  const removeModels = useRemoveModels(channel)
  const mayWrite = may(useSessionUser(), 'channel.write')
  const isReady = chosen.length > 0 && clients.length > 0 && checks.length > 0
  const plan: DoctorPlan = { models: [...chosen], clients: [...clients], checks: [...checks] }
  const tested = run && testedBy(run)
  // A model that was removed after the run is not offered again.
  const verdicts = (tested?.models ?? [])
    .filter((model) => models.includes(model))
    .map((model) => ({ model, verdict: tested && verdictOf(model, tested) }))
  const passed = verdicts.filter(({ verdict }) => verdict === 'passed')
  const failed = verdicts.flatMap(({ model, verdict }) => (verdict === 'failed' ? [model] : []))

  const keepPassed = () =>
    removeModels(failed, {
      onRemoved() {
        setModels((before) => before.filter((name) => !failed.includes(name)))
        setChosen((before) => before.filter((name) => !failed.includes(name)))
        onChanged()
      },
      onUndone() {
        setModels((before) => sortModels([...before, ...failed]))
        onChanged()
      },
    })

  return (
    <Modal
      open
      width={860}
      title={t('title', { name: channel.name })}
      onCancel={onClose}
      footer={
        <Row align="stretch" justify="last" wrap>
          {failed.length > 0 && !isRunning && mayWrite && (
            <Button
              danger
              disabled={passed.length === 0}
              title={passed.length === 0 ? t('keepNone') : undefined}
              onClick={keepPassed}
            >
              {t('keep', { count: passed.length })}
            </Button>
          )}
          <Button onClick={onClose}>{t('common:actions.close')}</Button>
          {isRunning ? (
            <Button loading={isBusy} onClick={stop}>
              {t('stop')}
            </Button>
          ) : (
            <Button
              type="primary"
              disabled={!isReady || run === undefined}
              loading={isBusy}
              onClick={() => start(plan)}
            >
              {t('start')}
            </Button>
          )}
        </Row>
      }
    >
      <p className={channels.dialogHint}>{t('hint')}</p>
      {!isEnabled && <Alert type="warning" showIcon title={t('disabled')} />}
      <Stack className={css.choices}>
        <div>
          <span className={texts.label} aria-hidden>
            {t('models')}
          </span>
          <Select
            mode="multiple"
            className={layout.wide ?? ''}
            aria-label={t('models')}
            disabled={isRunning}
            maxTagCount="responsive"
            maxTagPlaceholder={hiddenTags}
            maxCount={doctorModelsMax}
            value={[...chosen]}
            options={models.map((value) => ({ value, label: value }))}
            onChange={(names: string[]) => setChosen(names)}
          />
        </div>
        <Choice
          label={t('clients')}
          isDisabled={isRunning}
          all={doctorClients}
          chosen={clients}
          nameOf={(client) => t(`client.${client}`)}
          onChange={setClients}
        />
        <Choice
          label={t('checks')}
          isDisabled={isRunning}
          all={doctorChecks}
          chosen={checks}
          nameOf={(check) => t(`check.${check}`)}
          onChange={setChecks}
        />
      </Stack>
      {isReady && !isRunning && <Cost id={channel.id} plan={plan} />}
      {run && run.pairs.length > 0 && <DoctorProgress run={run} />}
      {tested && tested.models.length > 0 && <DoctorMatrix tested={tested} />}
    </Modal>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  isDisabled: boolean
  all: readonly T[]
  chosen: readonly T[]
  nameOf(one: T): string
  onChange(chosen: readonly T[]): void
}

function Choice<T extends string>({ label, isDisabled, all, chosen, nameOf, onChange }: ChoiceProps<T>) {
  return (
    <div>
      <span className={texts.label} aria-hidden>
        {label}
      </span>
      <Row wrap>
        <Checkbox.Group<T>
          aria-label={label}
          disabled={isDisabled}
          value={[...chosen]}
          options={all.map((value) => ({ value, label: nameOf(value) }))}
          // The order of the list, whatever the order of the clicks.
          onChange={(values) => onChange(all.filter((one) => values.includes(one)))}
        />
      </Row>
    </div>
  )
}

/** The cost at most, before anything is called. */
function Cost({ id, plan }: { id: number; plan: DoctorPlan }) {
  const { t } = useTranslation('channel-doctor')
  const format = useQuotaFormat()
  const { data } = useQuery({
    queryKey: ['channel-doctor', id, plan],
    queryFn: ({ signal }): Promise<DoctorEstimate> =>
      api('POST /api/channel/:id/doctor/estimate', { params: { id }, body: plan, signal }),
    placeholderData: keepPreviousData,
  })
  if (data === undefined) return <p className={texts.note}>…</p>
  const { calls, quota, unpriced, not_long: notLong } = data
  return (
    <div role="status">
      <p className={texts.note}>
        {calls === 0
          ? t('noCost')
          : t('cost', { count: calls, calls: formatNumber(calls), cost: formatQuota(quota, format, 'call') })}
      </p>
      {unpriced.length > 0 && (
        <p className={texts.note}>
          {t('unpriced', { count: unpriced.length, names: formatList(unpriced, i18next.resolvedLanguage) })}
        </p>
      )}
      {plan.checks.includes('long') && <p className={texts.note}>{t('longHint')}</p>}
      {notLong.length > 0 && (
        <p className={texts.note}>
          {t('notLong', { count: notLong.length, names: formatList(notLong, i18next.resolvedLanguage) })}
        </p>
      )}
    </div>
  )
}

/** When the run was, and how far it is. */
function DoctorProgress({ run }: { run: DoctorRun }) {
  const { t } = useTranslation('channel-doctor')
  const { done, total, passed, failed } = countResults(run)
  const isRunning = run.state === 'running'
  return (
    <>
      <p className={texts.note}>
        {run.state !== 'idle' && t(`state.${run.state}`, { name: run.started_by })}{' '}
        <TimeText seconds={isRunning ? run.started_at : run.finished_at || run.started_at} />
        {isRunning && ` · ${t('goesOn')}`}
      </p>
      <Row gap={12}>
        <Progress
          size="small"
          showInfo={false}
          aria-label={t('tableLabel')}
          status={isRunning ? 'active' : 'normal'}
          percent={total === 0 ? 0 : Math.floor((100 * done) / total)}
        />
        <span className={`${texts.counts} ${texts.number}`} role="status">
          {t('progress', { done, total, passed, failed })}
        </span>
      </Row>
    </>
  )
}
