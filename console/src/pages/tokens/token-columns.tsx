import type { ApiToken } from '@sluice/contract/api-token'
import { keysOf } from '@sluice/contract/typed-keys'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '../../components/data-column.ts'
import { Nothing } from '../../components/nothing.tsx'
import { type RowAction, RowActions } from '../../components/row-actions.tsx'
import { HeldSecretText } from '../../components/secret-text.tsx'
import { StatusTag, type StatusTone } from '../../components/status-tag.tsx'
import texts from '../../components/text.module.css'
import { TimeText } from '../../components/time-text.tsx'
import { formatNumber } from '../../lib/format.ts'
import { readTokenKey } from '../../lib/token-keys.ts'
import { TokenSpend } from './token-spend.tsx'
import { namesOf, type TokenState, tokenStateOf, withPrefix } from './token-values.ts'

export type ActionsOf = (token: ApiToken) => { visible: RowAction[]; menu: RowAction[] }

/** The time of its last call; empty for a token that was never used. */
const usedAt = ({ accessed_time, created_time }: ApiToken): number => (accessed_time > created_time ? accessed_time : 0)

/** The values of the columns that say nothing where every row has the same. */
const equalValues = {
  status: tokenStateOf,
  group: ({ group }: ApiToken) => group,
  expires: ({ expired_time }: ApiToken) => expired_time,
} as const satisfies Record<string, (token: ApiToken) => string | number>

/** The value that counts as nothing special: one in all rows need not be shown. */
const plainValues = { status: 'enabled', group: '', expires: -1 } as const satisfies Record<
  keyof typeof equalValues,
  string | number
>

/** The columns whose value is the usual one in every row. Whoever chooses them sees them anyway. */
const findPlainColumns = (tokens: readonly ApiToken[]): ReadonlySet<string> =>
  new Set(keysOf(equalValues).filter((key) => tokens.every((token) => equalValues[key](token) === plainValues[key])))

export function useTokenColumns(actionsOf: ActionsOf, tokens: readonly ApiToken[]): DataColumn<ApiToken>[] {
  const { t } = useTranslation(['tokens', 'common'])
  const modelsOf = (token: ApiToken) => {
    if (!token.model_limits_enabled) return <span className={texts.faint}>{t('allModels')}</span>
    const models = namesOf(token.model_limits)
    return <span title={models.join('\n')}>{t('modelCount', { count: models.length })}</span>
  }
  const addressesOf = (token: ApiToken) => {
    const lines = (token.allow_ips ?? '').split('\n').filter((line) => line !== '')
    if (lines.length === 0) return <span className={texts.faint}>{t('anyAddress')}</span>
    return <span title={lines.join('\n')}>{t('addressCount', { count: lines.length })}</span>
  }
  const plain = findPlainColumns(tokens)
  return [
    {
      key: 'name',
      card: 'title',
      flexible: true,
      title: t('column.name'),
      required: true,
      fixed: 'start',
      width: 140,
      sortable: true,
      render: ({ name }) => (
        <span className={texts.cutBlock} title={name}>
          {name}
        </span>
      ),
    },
    {
      key: 'status',
      card: { place: 'badge', isShown: (token) => tokenStateOf(token) !== 'enabled' },
      title: t('column.status'),
      width: 140,
      defaultHidden: plain.has('status'),
      render: (token) => <TokenStatus token={token} />,
    },
    {
      key: 'spend',
      card: { place: 'foot', render: (token) => <TokenSpend token={token} isAlone /> },
      title: t('column.spend'),
      width: 210,
      sortable: true,
      render: (token) => <TokenSpend token={token} />,
    },
    {
      key: 'calls',
      title: t('column.calls'),
      width: 140,
      align: 'right',
      sortable: true,
      givesWay: 3,
      render: ({ month }) => <CallCount calls={month?.calls ?? 0} errors={month?.errors ?? 0} />,
    },
    {
      key: 'key',
      card: 'line',
      title: t('column.key'),
      width: 235,
      render: ({ id, key, name }) => (
        <HeldSecretText masked={withPrefix(key)} label={`${t('column.key')} ${name}`} read={() => readTokenKey(id)} />
      ),
    },
    {
      key: 'group',
      title: t('column.group'),
      width: 100,
      defaultHidden: plain.has('group'),
      render: ({ group }) =>
        group === '' ? <span className={`${texts.faint} ${texts.number}`}>{t('accountGroup')}</span> : group,
    },
    { key: 'models', title: t('column.models'), width: 100, defaultHidden: true, render: modelsOf },
    { key: 'ips', title: t('column.ips'), width: 100, defaultHidden: true, render: addressesOf },
    {
      key: 'created',
      givesWay: 1,
      title: t('column.created'),
      width: 112,
      defaultHidden: true,
      render: ({ created_time }) => <TimeText seconds={created_time} />,
    },
    {
      key: 'accessed',
      givesWay: 2,
      title: t('column.accessed'),
      width: 112,
      sortable: true,
      render: (token) => <TimeText seconds={usedAt(token)} />,
    },
    {
      key: 'client',
      card: { place: 'end', label: t('column.client'), isShown: ({ last_client }) => last_client !== '' },
      givesWay: 2,
      title: t('column.client'),
      width: 124,
      defaultHidden: tokens.every(({ last_client }) => last_client === ''),
      render: ({ last_client: client }) =>
        client === '' ? (
          <Nothing />
        ) : (
          <span className={texts.cutBlock} title={client}>
            {client}
          </span>
        ),
    },
    {
      key: 'expires',
      givesWay: 4,
      title: t('column.expires'),
      width: 112,
      sortable: true,
      defaultHidden: plain.has('expires'),
      render: ({ expired_time }) => <TimeText seconds={expired_time} none={t('common:expiry.never')} />,
    },
    {
      key: 'actions',
      title: t('column.actions'),
      width: 165,
      render: (token) => <RowActions name={token.name} {...actionsOf(token)} />,
    },
  ]
}

/** The calls of this month; failed ones are named. */
function CallCount({ calls, errors }: { calls: number; errors: number }) {
  const { t } = useTranslation('tokens')
  return (
    <span className={texts.number} title={errors > 0 ? t('failedCalls', { count: errors }) : undefined}>
      {formatNumber(calls)}
    </span>
  )
}

const tones: Record<TokenState, StatusTone> = {
  enabled: 'success',
  limited: 'info',
  disabled: 'neutral',
  expired: 'warning',
  exhausted: 'error',
  unknown: 'neutral',
}

function TokenStatus({ token }: { token: ApiToken }) {
  const { t } = useTranslation('tokens')
  const state = tokenStateOf(token)
  return <StatusTag tone={tones[state]}>{t(`state.${state}`)}</StatusTag>
}
