import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { buildCsv } from '@sluice/contract/csv'
import type { User } from '@sluice/contract/user'
import type { UserStatement } from '@sluice/contract/user-statement'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '../../../components/data-column.ts'
import { Fact, Facts } from '../../../components/facts.tsx'
import layout from '../../../components/layout.module.css'
import { Row, Stack } from '../../../components/layout.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { LoadState } from '../../../components/load-state.tsx'
import { QuotaText } from '../../../components/quota-text.tsx'
import texts from '../../../components/text.module.css'
import { useLoadedListPage } from '../../../components/use-list-page.ts'
import { formatDay, formatQuota, formatTime, sheetQuota } from '../../../lib/format.ts'
import { useStatus } from '../../../lib/queries.ts'
import { saveText } from '../../../lib/save-text.ts'
import { useUrlState } from '../../../lib/url-state.ts'
import { useQuotaFormat } from '../../../lib/use-quota-format.ts'
import css from './account.module.css'
import { statementQuery } from './queries.ts'
import { SpanPicker } from './span-picker.tsx'
import { SpendParts } from './spend-parts.tsx'
import { sumCharges, sumOthers } from './statement-sums.ts'
import { useLineText } from './use-line-text.ts'

const spanDefaults = { start_timestamp: 0, end_timestamp: 0 }
const noFilters = {}

type Line = UserStatement['lines'][number] & { key: number }

/** The movements of the balance with the balance after each, and by key and model where it went. */
export function MoneyTab({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const format = useQuotaFormat()
  const [times, patch] = useUrlState(spanDefaults)
  const statement = useQuery(statementQuery(user.id, times))
  const hasSums = useStatus()?.enable_data_export === true && user.DeletedAt === null
  return (
    <LoadState query={statement} rows={10} place="page">
      {(data) => (
        <Row gap={16} align="start" wrap className={css.money}>
          <div>
            <StatementSums statement={data} />
            {(user.held_quota ?? 0) > 0 && (
              <p className={texts.help}>
                {t('held', {
                  held: formatQuota(user.held_quota ?? 0, format),
                  balance: formatQuota(user.quota, format),
                })}
              </p>
            )}
            <StatementLines
              statement={data}
              tools={
                <Row gap={[8, 12]} wrap>
                  <SpanPicker times={times} onChange={(span) => void patch({ ...span })} />
                  <StatementFile user={user} statement={data} />
                </Row>
              }
            />
          </div>
          {hasSums && (
            <Stack gap={16}>
              <SpendParts user={user} statement={data} by="token" />
              <SpendParts user={user} statement={data} by="model" />
            </Stack>
          )}
        </Row>
      )}
    </LoadState>
  )
}

function StatementSums({ statement: { opening, closing, lines } }: { statement: UserStatement }) {
  const { t } = useTranslation('account')
  return (
    <Facts className={layout.notice}>
      <Fact label={t('sum.opening')}>
        <QuotaText value={opening} />
      </Fact>
      <Fact label={t('sum.others')}>
        <QuotaText value={sumOthers(lines)} />
      </Fact>
      <Fact label={t('sum.charges')}>
        <QuotaText value={0 - sumCharges(lines)} />
      </Fact>
      <Fact label={t('sum.closing')}>
        <QuotaText value={closing} />
      </Fact>
    </Facts>
  )
}

function StatementLines({ statement, tools }: { statement: UserStatement; tools: ReactNode }) {
  const { t } = useTranslation('account')
  const columns = useColumns()
  const list = useLoadedListPage<typeof noFilters, Line>({
    filters: noFilters,
    prefix: 's',
    rows: () => statement.lines.map((line, key) => ({ ...line, key })),
    rowKey: ({ key }) => key,
  })
  return (
    <ListPage
      id="statement"
      isPart
      list={list}
      title={t('tab.money')}
      columns={columns}
      toolbar={tools}
      empty={{ title: t('empty.money'), hint: t('empty.moneyHint') }}
    />
  )
}

function useColumns(): DataColumn<Line>[] {
  const { t, i18n } = useTranslation('account')
  const lineText = useLineText()
  const when = ({ kind, at }: Line) =>
    kind === 'charges' ? formatDay(at, i18n.resolvedLanguage ?? 'zh') : formatTime(at)
  return [
    {
      key: 'at',
      card: { place: 'foot', render: (line) => <span className={texts.help}>{when(line)}</span> },
      title: t('column.at'),
      width: 150,
      required: true,
      render: (line) => <span className={texts.number}>{when(line)}</span>,
    },
    {
      key: 'what',
      card: 'title',
      title: t('column.what'),
      width: 180,
      flexible: true,
      required: true,
      render: (line) => (
        <Stack as="span" gap={0} className={texts.anywhere}>
          <span>{lineText(line)}</span>
          {(line.author !== '' || line.reason !== '') && (
            <span className={texts.help}>{[line.author, line.reason].filter(Boolean).join(': ')}</span>
          )}
        </Stack>
      ),
    },
    {
      key: 'amount',
      card: 'figure',
      title: t('column.amount'),
      width: 110,
      align: 'right',
      required: true,
      render: ({ amount }) => <QuotaText value={amount} phrase={(text) => (amount > 0 ? `+${text}` : text)} />,
    },
    {
      key: 'balance',
      card: 'figure',
      title: t('column.balance'),
      width: 110,
      align: 'right',
      required: true,
      render: ({ balance }) =>
        balance === null ? (
          <span className={texts.faint} title={t('column.balanceUnknown')}>
            –
          </span>
        ) : (
          <QuotaText value={balance} />
        ),
    },
  ]
}

function StatementFile({ user, statement }: { user: User; statement: UserStatement }) {
  const { t } = useTranslation('account')
  const lineText = useLineText()
  const format = useQuotaFormat()
  const save = () => {
    const day = (seconds: number) => new Date(seconds * 1_000).toISOString()
    const heads = ['time', 'kind', 'what', 'amount', 'balance', 'calls', 'author', 'reason']
    const rows = statement.lines.map((line) => [
      // The calls of a whole day have no time.
      line.kind === 'charges' ? formatTime(line.at).slice(0, 10) : day(line.at),
      line.kind,
      lineText(line),
      sheetQuota(line.amount, format),
      line.balance === null ? null : sheetQuota(line.balance, format),
      line.calls ?? null,
      line.author,
      line.reason,
    ])
    const name = `statement-${user.username}-${formatTime(statement.start).slice(0, 10)}.csv`
    saveText(name, buildCsv([heads, ...rows]), 'text/csv')
  }
  return (
    <Button icon={<DownloadOutlined aria-hidden />} onClick={save}>
      {t('export')}
    </Button>
  )
}
