// A shop of one page: 12 products, a basket, an order that takes its time and a dialog that asks.

const KINDS = ["Rake", "Spade", "Hose", "Gloves"];
const COLOURS = ["green", "red", "blue"];
const products = KINDS.flatMap((kind, k) =>
  COLOURS.map((colour, c) => ({ name: `${kind}, ${colour}`, price: 5 + 7 * k + 3 * c })),
);
const basket = [];
const found = (id) => document.getElementById(id);
const euros = (amount) => `${amount.toFixed(2)} €`;

function show(id) {
  for (const part of ["list", "basket", "order", "thanks"]) found(part).hidden = part !== id;
}

function list() {
  const words = document.forms.search.q.value.toLowerCase();
  const by = found("sort").value;
  const shown = products.filter(({ name }) => name.toLowerCase().includes(words));
  shown.sort((a, b) => (by === "price" ? a.price - b.price : a.name.localeCompare(b.name)));
  found("found").textContent = `${shown.length} products`;
  found("products").replaceChildren(
    ...shown.map((product) => {
      const card = document.createElement("article");
      card.innerHTML = `<h2></h2><p></p><button>Add to basket</button>`;
      card.children[0].textContent = product.name;
      card.children[1].textContent = euros(product.price);
      card.children[2].setAttribute("aria-label", `Add ${product.name}`);
      card.children[2].addEventListener("click", () => add(product));
      return card;
    }),
  );
}

function add(product) {
  setTimeout(() => {
    basket.push(product);
    drawBasket();
  }, 100);
}

function drawBasket() {
  found("cart").textContent = `Basket (${basket.length})`;
  found("items").replaceChildren(
    ...basket.map(({ name, price }, n) => {
      const item = document.createElement("li");
      const remove = document.createElement("button");
      remove.textContent = `Remove ${name}`;
      remove.addEventListener("click", () => {
        if (!confirm(`Remove ${name}?`)) return;
        basket.splice(n, 1);
        drawBasket();
      });
      item.append(`${name}: ${euros(price)} `, remove);
      return item;
    }),
  );
  found("total").textContent = euros(basket.reduce((sum, { price }) => sum + price, 0));
}

document.querySelector("nav").append(
  ...KINDS.flatMap((kind) => {
    const link = document.createElement("a");
    link.href = `#${kind.toLowerCase()}`;
    link.textContent = kind;
    return [link, " "];
  }),
);
document.querySelector("footer").append(
  ...["Delivery", "Returns", "Contact", "Imprint"].flatMap((name) => {
    const link = document.createElement("a");
    link.href = `#${name.toLowerCase()}`;
    link.textContent = name;
    return [link, " "];
  }),
);
document.forms.search.addEventListener("submit", (event) => {
  event.preventDefault();
  list();
});
found("sort").addEventListener("change", list);
found("cart").addEventListener("click", () => show("basket"));
found("checkout").addEventListener("click", () => show("order"));
found("empty").addEventListener("click", () => {
  basket.length = 0;
  drawBasket();
});
document.forms.order.addEventListener("submit", (event) => {
  event.preventDefault();
  setTimeout(() => {
    const { name, city, country, delivery } = Object.fromEntries(new FormData(document.forms.order));
    found("number").textContent =
      `Order 1001 for ${name}, ${city}, ${country}, by ${delivery}: ${found("total").textContent}`;
    show("thanks");
  }, 300);
});
list();
drawBasket();
