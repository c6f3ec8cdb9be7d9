import type { DoctorCheck, DoctorClient, DoctorResult } from '@sluice/contract/channel-doctor'
import { Spin } from 'antd'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { VendorMark } from '../../../components/vendor-mark/vendor-mark.tsx'
import css from './doctor.module.css'
import { keyOfPair, type PairState, type PairStates } from './doctor-results.ts'

interface DoctorMatrixProps {
  models: readonly string[]
  clients: readonly DoctorClient[]
  checks: readonly DoctorCheck[]
  states: PairStates
}

/** A block for each model: its clients below each other, a column for each check, and what was found in words. */
export function DoctorMatrix({ models, clients, checks, states }: DoctorMatrixProps) {
  const { t } = useTranslation('channel-doctor')
  return (
    <table className={css.matrix} aria-label={t('tableLabel')}>
      <thead>
        <tr>
          <td />
          {checks.map((check) => (
            <th key={check} scope="col">
              {t(`check.${check}`)}
            </th>
          ))}
        </tr>
      </thead>
      {models.map((model) => (
        <tbody key={model}>
          <tr className={css.model}>
            <th scope="rowgroup" colSpan={checks.length + 1}>
              <VendorMark model={model} /> <code>{model}</code>
            </th>
          </tr>
          {clients.map((client) => (
            <ClientRow key={client} client={client} checks={checks} state={states.get(keyOfPair({ model, client }))} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

interface ClientRowProps {
  client: DoctorClient
  checks: readonly DoctorCheck[]
  /** Absent = not tested. */
  state: PairState | undefined
}

function ClientRow({ client, checks, state }: ClientRowProps) {
  const { t } = useTranslation('channel-doctor')
  const results = state?.kind === 'done' ? state.results : []
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  const name = t(`client.${client}`)
  return (
    <Fragment>
      <tr>
        <th scope="row">{name}</th>
        {checks.map((check) => (
          <Cell
            key={check}
            check={check}
            result={results.find((one) => one.check === check)}
            isRunning={state?.kind === 'running'}
          />
        ))}
      </tr>
      {(failed.length > 0 || state?.kind === 'refused') && (
        <tr className={css.findings}>
          <td colSpan={checks.length + 1}>
            {state?.kind === 'refused' && <p>{t('refused', { client: name, reason: state.reason })}</p>}
            {failed.map((result) => (
              <p key={result.check}>{lineOf(result)}</p>
            ))}
          </td>
        </tr>
      )}
    </Fragment>
  )

  function lineOf({ check, finding, detail }: DoctorResult): string {
    const words = {
      client: name,
      check: t(`check.${check}`),
      finding: finding === null ? t('outcome.failed') : t(`finding.${finding}`),
    }
    return detail === '' ? t('line', words) : t('lineWith', { ...words, detail })
  }
}

const marks = { passed: '✓', failed: '✕', absent: '–' } as const

interface CellProps {
  check: DoctorCheck
  result: DoctorResult | undefined
  isRunning: boolean
}

function Cell({ check, result, isRunning }: CellProps) {
  const { t } = useTranslation('channel-doctor')
  if (result === undefined)
    return <td className={css.cell}>{isRunning ? <Spin size="small" /> : <span aria-hidden>·</span>}</td>
  const words = t('cell', { check: t(`check.${check}`), outcome: t(`outcome.${result.outcome}`) })
  return (
    <td className={css.cell} data-outcome={result.outcome}>
      <span role="img" aria-label={words} title={words}>
        {marks[result.outcome]}
      </span>
    </td>
  )
}
