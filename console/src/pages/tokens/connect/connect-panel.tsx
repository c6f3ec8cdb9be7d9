import type { ApiToken } from '@sluice/contract/api-token'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert, Button, Select } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadState } from '../../../components/load-state.tsx'
import texts from '../../../components/text.module.css'
import { useIsPhone } from '../../../components/use-is-phone.ts'
import { VendorMark } from '../../../components/vendor-mark/vendor-mark.tsx'
import { buildChatLink, openChatLink } from '../../../lib/chat-links.ts'
import { selfQuery } from '../../../lib/queries.ts'
import css from './connect.module.css'
import { FirstCall } from './first-call.tsx'
import { RecipeView } from './recipe-view.tsx'
import { type ConnectClient, useConnection } from './use-connection.ts'
import { type HeldKey, useHeldKey } from './use-held-key.ts'

interface ConnectPanelProps {
  token: ApiToken
  /** It was just created: its key is whole. */
  isNew?: boolean
}

/** How to use a key in a program: what to copy, type or open, and whether a call has come. */
export function ConnectPanel({ token, isNew = false }: ConnectPanelProps) {
  const { t } = useTranslation(['connect', 'logs', 'pricing', 'receipt'])
  const heldKey = useHeldKey(token, isNew)
  const connection = useConnection(token)
  return (
    <LoadState query={connection.query} rows={6}>
      {(models) =>
        models.length === 0 && connection.clients.length === 0 ? (
          <p>{t('noModels')}</p>
        ) : (
          <>
            <NoBalance />
            <div className={css.panel}>
              <ClientList clients={connection.clients} chosen={connection.client?.id} onChoose={connection.choose} />
              <div>
                <Chosen connection={connection} heldKey={heldKey} />
              </div>
            </div>
            <FirstCall token={token} isNew={isNew} />
          </>
        )
      }
    </LoadState>
  )
}

/** Calls would be refused, whatever the limit of the key. */
function NoBalance() {
  const { t } = useTranslation('connect')
  const { data } = useQuery(selfQuery)
  if (data === undefined || data.quota > 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className={css.alert}
      title={t('noBalance')}
      action={<Link to="/topup">{t('topUp')}</Link>}
    />
  )
}

const kindOf = (client: ConnectClient) => (client.kind === 'preset' ? 'preset' : client.recipe.kind)

interface ClientListProps {
  clients: readonly ConnectClient[]
  chosen: string | undefined
  onChoose(id: string): void
}

function ClientList({ clients, chosen, onChoose }: ClientListProps) {
  const { t } = useTranslation('connect')
  const isPhone = useIsPhone()
  const groups = [...Map.groupBy(clients, kindOf)]
  if (isPhone)
    return (
      <Select
        aria-label={t('client')}
        value={chosen}
        onChange={onChoose}
        options={groups.map(([kind, members]) => ({
          label: t(`kind.${kind}`),
          options: members.map(({ id, name }) => ({ value: id, label: name })),
        }))}
      />
    )
  return (
    <ul className={css.clients} aria-label={t('client')}>
      {groups.flatMap(([kind, members]) => [
        <li key={kind} className={css.kind}>
          {t(`kind.${kind}`)}
        </li>,
        ...members.map(({ id, name }) => (
          <li key={id}>
            <Button type="text" size="small" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
              {name}
            </Button>
          </li>
        )),
      ])}
    </ul>
  )
}

function Chosen({ connection, heldKey }: { connection: ReturnType<typeof useConnection>; heldKey: HeldKey }) {
  const { t } = useTranslation(['connect', 'pricing'])
  const modelId = useId()
  const { client, model, format, targetWith } = connection
  if (client === undefined) return null
  if (client.kind === 'preset') return <Preset client={client} connection={connection} heldKey={heldKey} />
  if (model === null || format === null) return <p>{t('noModels')}</p>
  const target = targetWith(heldKey.shown)
  if (target === null) return null
  return (
    <>
      <div className={css.choices}>
        <label htmlFor={modelId}>{t('model')}</label>
        <Select
          id={modelId}
          showSearch
          prefix={<VendorMark model={model} />}
          value={model}
          options={client.modelNames.map((value) => ({ value, label: value }))}
          onChange={connection.chooseModel}
        />
        <span className={texts.help}>{t(`format.${format}`)}</span>
      </div>
      <RecipeView key={client.id} recipe={client.recipe} heldKey={heldKey} targetWith={(key) => ({ ...target, key })} />
    </>
  )
}

/** A link of the operator. */
function Preset({
  client,
  connection,
  heldKey,
}: {
  client: Extract<ConnectClient, { kind: 'preset' }>
  connection: ReturnType<typeof useConnection>
  heldKey: HeldKey
}) {
  const { t } = useTranslation('connect')
  const { address } = connection
  const linkWith = (key: string) => buildChatLink(client.preset, { address, key })
  const shown = linkWith(heldKey.shown)
  if (shown === null) return <p>{t('presetWrong')}</p>
  return (
    <>
      <Button
        type="primary"
        loading={heldKey.isBusy}
        onClick={() =>
          heldKey.use((key) => {
            const link = linkWith(key)
            if (link !== null) openChatLink(link)
          })
        }
      >
        {t('open', { name: client.name })}
      </Button>
      <p className={css.hint}>{t('presetHint', { name: client.name, host: hostOf(shown) })}</p>
    </>
  )
}

/** Where the link leads: the host of a site, the scheme of a program. */
function hostOf(link: string): string {
  const { host, protocol } = new URL(link)
  return protocol.startsWith('http') ? host : protocol
}
