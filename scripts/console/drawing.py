"""Draws cars at a barrier, and the plates cut out of them. Nothing is a photograph, and no plate is real."""
import io
import random

from PIL import Image, ImageDraw, ImageFilter, ImageFont

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf"
SIZE = (960, 540)


def plate(text: str, width: int = 520, height: int = 112) -> Image.Image:
    picture = Image.new("RGB", (width, height), (246, 246, 242))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle([1, 1, width - 2, height - 2], height // 10, outline=(20, 20, 22), width=max(2, height // 28))
    band = width // 11
    draw.rounded_rectangle([5, 5, band, height - 6], height // 14, fill=(0, 51, 153))
    font = ImageFont.truetype(FONT, int(height * 0.72))
    while draw.textlength(text, font=font) > width - band - 24:
        font = ImageFont.truetype(FONT, font.size - 2)
    draw.text((band + (width - band) / 2, height / 2), text, font=font, fill=(18, 18, 20), anchor="mm")
    return picture


def car(colour: tuple, text: str) -> tuple:
    """A car from the front, and where its plate is."""
    picture = Image.new("RGBA", (900, 700), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    dark = tuple(int(part * 0.62) for part in colour)
    for x in (110, 670):
        draw.rounded_rectangle([x, 520, x + 120, 670], 30, fill=(16, 16, 18))
    draw.rounded_rectangle([70, 270, 830, 610], 80, fill=colour)
    draw.polygon([(190, 290), (270, 90), (630, 90), (710, 290)], fill=dark)
    draw.polygon([(225, 280), (290, 115), (610, 115), (675, 280)], fill=(34, 44, 56))
    for x in (95, 655):
        draw.rounded_rectangle([x, 345, x + 150, 410], 26, fill=(236, 238, 226))
    draw.rounded_rectangle([290, 350, 610, 425], 16, fill=(24, 24, 26))
    draw.rounded_rectangle([90, 445, 810, 590], 40, fill=dark)
    picture.paste(plate(text, 300, 66), (300, 485))
    return picture, (300, 485, 300, 66)


def road(is_night: bool) -> Image.Image:
    picture = Image.new("RGB", SIZE, (24, 25, 28) if is_night else (150, 176, 198))
    draw = ImageDraw.Draw(picture)
    draw.rectangle([0, 210, *SIZE], fill=(38, 39, 42) if is_night else (112, 116, 112))
    for place in range(9):
        tree = (34, 38, 34) if is_night else (76, 104, 62)
        draw.ellipse([-30 + 44 * place, 112 + place % 3 * 8, 60 + 44 * place, 212], fill=tree)
    draw.rectangle([640, 120, 960, 240], fill=(52, 52, 56) if is_night else (128, 124, 122))
    draw.polygon([(330, 225), (640, 225), (1120, 540), (-160, 540)], fill=(46, 47, 50) if is_night else (96, 97, 100))
    for start, end in (((330, 225), (-160, 540)), ((640, 225), (1120, 540))):
        draw.line([start, end], fill=(190, 188, 180), width=6)
    return picture


def scene(text: str, colour: tuple, is_night: bool, chance: random.Random) -> tuple:
    """A picture and the plate's box in it: x, y, width, height."""
    picture = road(is_night)
    vehicle, (x, y, width, height) = car(colour, text)
    scale = 0.42 + chance.random() * 0.12
    left, top = 250 + chance.randrange(90), 150
    small = vehicle.resize((int(900 * scale), int(700 * scale)), Image.LANCZOS)
    picture.paste(small, (left, top), small)
    if is_night:
        picture = Image.eval(picture, lambda value: int(value * 0.7))
    box = [round(left + x * scale), round(top + y * scale), round(width * scale), round(height * scale)]
    return picture.filter(ImageFilter.GaussianBlur(0.7)), box


def jpeg(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=80)
    return file.getvalue()


def cut(picture: Image.Image, box: list) -> Image.Image:
    x, y, width, height = box
    margin = height // 3
    return picture.crop((x - margin, y - margin, x + width + margin, y + height + margin)).resize((320, 104), Image.BICUBIC)
