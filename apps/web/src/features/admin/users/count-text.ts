/** How many users: '1 user', '1,204 users'. */
export const countText = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'user' : 'users'}`
