import ipaddr from 'ipaddr.js'

/** A network, as its address and the number of leading bits that count. */
export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Whether `address` is in the network. Addresses of the other kind never are. */
export function isInNetwork(address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Network): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits)
  return network instanceof ipaddr.IPv6 && address.match(network, bits)
}
