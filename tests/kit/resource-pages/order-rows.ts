/** The rows of a long table of orders, each with three controls. */
export function orderRows(count: number): string {
  return Array.from(
    { length: count },
    (_, at) => `<tr><td><input type="checkbox" aria-label="Select order ${at}"></td>
      <td><a href="/orders/${at}">Order #${1000 + at}</a></td><td>Customer ${at} Ltd</td>
      <td>Shipped</td><td>${at}.70 EUR</td><td><button>Edit</button></td></tr>`,
  ).join('');
}
