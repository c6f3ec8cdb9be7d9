import { isModuleShown, readSidebarNav } from '@sluice/contract/nav-modules'
import { type ChatClient, parseChatClients } from './chat-links.ts'
import { useStatus } from './queries.ts'

/** The operator's chat clients that are offered. */
export function useChatClients(): ChatClient[] {
  const status = useStatus()
  if (status === null || !isModuleShown(readSidebarNav(status.SidebarModulesAdmin), 'chat.chat')) return []
  return parseChatClients(status.chats) ?? []
}
