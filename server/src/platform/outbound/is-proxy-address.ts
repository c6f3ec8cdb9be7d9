/** Whether calls can go through the proxy of this address: `http`, `https`, `socks5` or `socks5h`. */
export const isProxyAddress = (text: string): boolean => /^(https?|socks5h?):\/\//i.test(text)
