"use strict";
(() => {
  const episodes = [...document.querySelectorAll(".episode")].map((element) => ({
    element,
    filters: JSON.parse(element.dataset.filters),
    text: null,
  }));
  const form = document.querySelector(".filters");
  const text = document.getElementById("text");
  const selects = [...form.querySelectorAll("select")];
  const count = document.getElementById("count");
  const none = document.getElementById("none");

  // Words are gathered at the first search, not while the page opens.
  const holds = (episode, words) => {
    episode.text ??= episode.element.textContent.toLowerCase();
    return words.every((word) => episode.text.includes(word));
  };

  const filter = () => {
    const chosen = selects.filter((select) => select.value !== "");
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const episode of episodes) {
      const fits =
        chosen.every((select) => episode.filters[select.dataset.key] === select.value) &&
        (words.length === 0 || holds(episode, words));
      episode.element.hidden = !fits;
      shown += fits;
    }
    const all = episodes.length;
    const what = all === 1 ? "episode" : "episodes";
    count.textContent = shown === all ? `${all} ${what}` : `${shown} of ${all} ${what}`;
    none.hidden = shown > 0 || all === 0;
  };

  let waiting = 0;
  text.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 150);
  });
  for (const select of selects) select.addEventListener("change", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter));
  // Browsers fill in again what was chosen before a reload.
  filter();

  const follow = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target?.matches(".episode")) {
      target.hidden = false;
      target.open = true;
      target.scrollIntoView();
    }
  };
  addEventListener("hashchange", follow);
  follow();

  const dialog = document.getElementById("large");
  const large = dialog.querySelector("img");
  const caption = dialog.querySelector("p");
  let buttons = [];
  let current = 0;
  const show = (index) => {
    current = Math.min(Math.max(index, 0), buttons.length - 1);
    const image = buttons[current].querySelector("img");
    large.src = image.src;
    large.alt = image.alt;
    caption.textContent = `${image.alt} (${current + 1} of ${buttons.length})`;
    for (const button of dialog.querySelectorAll("button")) {
      const step = Number(button.dataset.step);
      button.disabled = step !== 0 && !buttons[current + step];
    }
  };
  document.querySelector(".list").addEventListener("click", (event) => {
    const button = event.target.closest(".zoom");
    if (!button) return;
    buttons = [...button.closest(".steps").querySelectorAll(".zoom")];
    show(buttons.indexOf(button));
    dialog.showModal();
  });
  dialog.addEventListener("click", (event) => {
    const step = event.target.dataset.step;
    if (event.target === dialog || step === "0") dialog.close();
    else if (step) show(current + Number(step));
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") show(current - 1);
    if (event.key === "ArrowRight") show(current + 1);
  });
})();
