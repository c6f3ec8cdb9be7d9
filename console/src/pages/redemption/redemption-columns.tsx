import type { Redemption } from '@sluice/contract/redemption'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '../../components/data-column.ts'
import { Nothing } from '../../components/nothing.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import { type RowAction, RowActions } from '../../components/row-actions.tsx'
import { maskSecret, SecretText } from '../../components/secret-text.tsx'
import { StatusTag, type StatusTone } from '../../components/status-tag.tsx'
import texts from '../../components/text.module.css'
import { TimeText } from '../../components/time-text.tsx'
import { type RedemptionState, stateOf } from './redemption-values.ts'

export type ActionsOf = (code: Redemption) => { visible: RowAction[]; menu: RowAction[] }
type Translate = TFunction<['redemption', 'common']>

/** A link to the account with its name; empty if there is none. */
export function UserLink({ id, name, t }: { id: number; name: string; t: Translate }) {
  if (id === 0) return <Nothing />
  return (
    <Link to="/user/$id" params={{ id: String(id) }}>
      {name === '' ? t('userId', { id }) : name}
    </Link>
  )
}

const isUsed = ({ used_user_id }: Redemption) => used_user_id !== 0
const isUnused = (code: Redemption) => !isUsed(code)

/** A card shows who used a code and when; for one that was not used, until when it can be. */
export function buildRedemptionColumns(t: Translate, actionsOf: ActionsOf): DataColumn<Redemption>[] {
  return [
    {
      key: 'id',
      card: 'id',
      title: t('column.id'),
      width: 72,
      fixed: 'start',
      render: ({ id }) => <code>{id}</code>,
    },
    {
      key: 'name',
      // The card has the code in a line of its own.
      card: { place: 'title', render: ({ name }) => name },
      title: t('column.name'),
      width: 156,
      flexible: true,
      required: true,
      fixed: 'start',
      render: ({ name, key }) => (
        <>
          <span className={texts.cutBlock} title={name}>
            {name}
          </span>
          <code className={texts.hint}>{maskSecret(key)}</code>
        </>
      ),
    },
    {
      key: 'status',
      card: 'badge',
      title: t('column.status'),
      width: 112,
      render: (code) => <RedemptionStatus code={code} />,
    },
    {
      key: 'quota',
      card: 'figure',
      title: t('column.quota'),
      width: 112,
      align: 'right',
      render: ({ quota }) => <QuotaText value={quota} />,
    },
    {
      key: 'key',
      card: 'line',
      title: t('column.key'),
      width: 230,
      defaultHidden: true,
      render: ({ key, name }) => <SecretText value={key} label={`${t('column.key')} ${name}`} />,
    },
    {
      key: 'created',
      card: { place: 'figure', isShown: isUnused },
      title: t('column.created'),
      width: 120,
      render: ({ created_time }) => <TimeText seconds={created_time} />,
    },
    {
      key: 'creator',
      title: t('column.creator'),
      width: 100,
      defaultHidden: true,
      render: ({ user_id, username }) => <UserLink id={user_id} name={username} t={t} />,
    },
    {
      key: 'expires',
      card: { place: 'figure', isShown: isUnused },
      title: t('column.expires'),
      width: 120,
      render: ({ expired_time }) => <TimeText seconds={expired_time} none={t('common:expiry.never')} />,
    },
    {
      key: 'usedBy',
      card: { place: 'figure', isShown: isUsed },
      givesWay: 2,
      title: t('column.usedBy'),
      width: 104,
      render: ({ used_user_id, used_username }) => <UserLink id={used_user_id} name={used_username} t={t} />,
    },
    {
      key: 'redeemed',
      card: { place: 'figure', isShown: isUsed },
      givesWay: 1,
      title: t('column.redeemed'),
      width: 120,
      render: ({ redeemed_time }) => (redeemed_time === 0 ? <Nothing /> : <TimeText seconds={redeemed_time} />),
    },
    {
      key: 'actions',
      title: t('common:table.actions'),
      width: 148,
      render: (code) => <RowActions name={code.name} {...actionsOf(code)} />,
    },
  ]
}

const tones: Record<RedemptionState, StatusTone> = {
  unused: 'success',
  disabled: 'neutral',
  used: 'info',
  expired: 'warning',
  unknown: 'neutral',
}

function RedemptionStatus({ code }: { code: Redemption }) {
  const { t } = useTranslation('redemption')
  const state = stateOf(code, Date.now() / 1000)
  return <StatusTag tone={tones[state]}>{t(`state.${state}`)}</StatusTag>
}
