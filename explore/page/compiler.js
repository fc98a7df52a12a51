// Where questions go: to the program that serves this page.

export async function send(name, body) {
  let response;
  try {
    response = await fetch(`api/${name}`, { method: "POST", headers: { "content-type": "application/json" }, body });
  } catch {
    throw new Error("the program that serves this page has ended");
  }
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
